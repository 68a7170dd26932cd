import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';

/** Plans and reports: the same ten sections, expected before a run and measured after it. Each version is kept. */
const tag = 'Reports';

export const reportKind = z.enum(['plan', 'report']).meta({ id: 'ReportKind' });
export const reportState = z.enum(['draft', 'inReview', 'accepted', 'rejected']).meta({ id: 'ReportState' });

const lineShape = {
  id: z.string(),
  kind: reportKind,
  experimentId: z.string(),
  experimentName: z.string(),
  /** The run that a report is of; null for a plan. */
  runId: z.string().nullable(),
  version: z.int(),
  title: z.string(),
  /** The headline, with what keeps it from being used as one. */
  headline: z.string(),
  practice: z.boolean(),
  state: reportState,
  hash: z.string(),
  createdBy: z.string(),
  createdAt: timestamp,
};

export const reportLine = z.object(lineShape).meta({ id: 'ReportLine' });
export type ReportLineView = z.output<typeof reportLine>;

const version = z.object({
  id: z.string(),
  version: z.int(),
  state: reportState,
  hash: z.string(),
  createdBy: z.string(),
  createdAt: timestamp,
});

export const report = z
  .object({
    ...lineShape,
    isNewest: z.boolean(),
    /** Newest first. */
    versions: z.array(version),
    /** Sections, statements and what each rests on: what the hash is over. */
    content: z.record(z.string(), z.unknown()),
    /** The same as blocks: headings, terms, tables, code and curves. */
    document: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Report' });
export type ReportView = z.output<typeof report>;

const reportParams = z.object({ reportId: identifier });

export const makeReportBody = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('plan'), experimentId: identifier }),
    z.strictObject({ kind: z.literal('report'), runId: identifier }),
  ])
  .meta({ id: 'MakeReport' });
export type MakeReportInput = z.output<typeof makeReportBody>;

export const makeReport = operation({
  id: 'makeReport',
  method: 'POST',
  path: '/api/v1/reports',
  tag,
  summary: 'Make the plan of an experiment or the report of a finished parallel run',
  description:
    'A new version only where the content has changed; else the newest one is the answer. A plan needs a serial diagnosis.',
  permission: 'experiment',
  scope: 'workspace',
  body: makeReportBody,
  response: report.extend({ isNew: z.boolean() }),
  status: 201,
});

export const listReportsQuery = pageQuery.extend({
  experimentId: identifier.optional(),
  runId: identifier.optional(),
  kind: reportKind.optional(),
});
export type ListReportsInput = z.output<typeof listReportsQuery>;

export const listReports = operation({
  id: 'listReports',
  method: 'GET',
  path: '/api/v1/reports',
  tag,
  summary: 'Plans and reports, every version, newest first',
  permission: 'read',
  scope: 'workspace',
  query: listReportsQuery,
  response: pageOf(reportLine),
});

export const readReport = operation({
  id: 'readReport',
  method: 'GET',
  path: '/api/v1/reports/{reportId}',
  tag,
  summary: 'One version of a plan or a report, with its other versions',
  permission: 'read',
  scope: 'reportId',
  params: reportParams,
  response: report,
});

const fileQuery = z.object({ format: z.enum(['md', 'pdf', 'json']).default('md') });
const fileTypes = ['text/markdown', 'application/pdf', 'application/json'];

export const downloadReport = operation({
  id: 'downloadReport',
  method: 'GET',
  path: '/api/v1/reports/{reportId}/document',
  tag,
  summary: 'One version as Markdown, as PDF, or as JSON with its content and hash',
  permission: 'read',
  scope: 'reportId',
  params: reportParams,
  query: fileQuery,
  response: z.string(),
  responseType: 'file',
  fileTypes,
});

const parts = z.array(z.object({ text: z.string(), mark: z.enum(['same', 'added', 'removed']) }));

export const reportDiff = z
  .object({
    before: version,
    after: version,
    /** Null where the headline says the same. */
    headline: parts.nullable(),
    /** Sections that differ, each with the lines that do. */
    sections: z.array(
      z.object({
        number: z.int(),
        title: z.string(),
        lines: z.array(z.object({ label: z.string(), parts })),
      }),
    ),
  })
  .meta({ id: 'ReportDiff' });
export type ReportDiffView = z.output<typeof reportDiff>;

export const diffReports = operation({
  id: 'diffReports',
  method: 'GET',
  path: '/api/v1/reports/{reportId}/diff',
  tag,
  summary: 'What changed from another version or another plan or report, section by section',
  permission: 'read',
  scope: 'reportId',
  params: reportParams,
  query: z.object({ against: identifier }),
  response: reportDiff,
});

export const readStrategyReport = operation({
  id: 'readStrategyReport',
  method: 'GET',
  path: '/api/v1/runs/{runId}/strategy-report',
  tag,
  summary: 'The newest report of a run as a file',
  permission: 'read',
  scope: 'runId',
  params: z.object({ runId: identifier }),
  query: fileQuery,
  response: z.string(),
  responseType: 'file',
  fileTypes,
});
