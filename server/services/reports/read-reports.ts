import type { ListReportsInput, ReportDiffView, ReportLineView, ReportView } from '@/lib/contracts/reports';
import type { Actor } from '@/lib/domain/actor';
import type { ReportDocument } from '@/lib/domain/report-document';
import type { ReviewState } from '@/lib/domain/review';
import { AppError } from '@/lib/errors/app-error';
import { strategyDiff } from '@/lib/report/strategy/strategy-diff';
import type { StrategyReport } from '@/server/db/generated/client';
import { cutPage } from '@/server/repositories/keyset';
import {
  findNewestReport,
  getReportRow,
  listReportRows,
  listVersions,
  readSaid,
} from '@/server/repositories/reports';
import { assertRunExists } from '@/server/repositories/runs';
import { reviewedDocument } from '@/server/services/promotion/review/reviewed-document';
import { keptIn, lineView, reportView, versionView } from './report-view';

/** Plans and reports as they were kept: lists, one version, a file of it, and what changed between two. */
export async function listReports(
  actor: Actor<'read'>,
  input: ListReportsInput,
): Promise<{ items: ReportLineView[]; nextCursor: string | null }> {
  const { experimentId, runId, kind, cursor, limit } = input;
  const rows = await listReportRows(actor.workspaceId, { experimentId, runId, kind, cursor, limit });
  const { items, nextCursor } = cutPage(rows, limit);
  const said = await readSaid(items.map(({ id }) => id));
  return {
    items: items.flatMap((row) => {
      const own = said.get(row.id);
      return own ? [lineView(row, own)] : [];
    }),
    nextCursor,
  };
}

export async function readReport(
  actor: Actor<'read'>,
  input: { readonly reportId: string },
): Promise<ReportView> {
  const row = await getReportRow(actor.workspaceId, input.reportId);
  return reportView(row, await listVersions(row));
}

export interface ReportFile {
  readonly document: ReportDocument;
  /** Content of the JSON file: the document alone would not show what its hash covers. */
  readonly content: object;
  /** Without its ending. */
  readonly name: string;
}

export async function readReportFile(
  actor: Actor<'read'>,
  input: { readonly reportId: string },
): Promise<ReportFile> {
  return fileOf(await getReportRow(actor.workspaceId, input.reportId));
}

/** The newest report of a run. @throws AppError NOT_FOUND where none was made yet */
export async function readStrategyReport(
  actor: Actor<'read'>,
  input: { readonly runId: string },
): Promise<ReportFile> {
  const { workspaceId } = actor;
  await assertRunExists(workspaceId, input.runId);
  const row = await findNewestReport({ workspaceId, kind: 'report', subjectId: input.runId });
  if (row !== null) return fileOf(row);
  throw new AppError('NOT_FOUND', 'There is no report of this run yet.', {
    howToProceed: ['Make one: "Report" on the page of the run, or POST /api/v1/reports.'],
  });
}

function fileOf(row: StrategyReport): ReportFile {
  const { strategy, document } = keptIn(row);
  const { hash, version, createdAt } = row;
  const state = row.state as ReviewState;
  return {
    document: reviewedDocument(document, { state, createdAt }),
    content: { hash, version, state, content: strategy },
    name: `${row.kind}-${row.subjectId}-v${version}`,
  };
}

/** From `against` to this one; of any two, though versions of one report are what it is for. */
export async function diffReports(
  actor: Actor<'read'>,
  input: { readonly reportId: string; readonly against: string },
): Promise<ReportDiffView> {
  const [after, before] = await Promise.all([
    getReportRow(actor.workspaceId, input.reportId),
    getReportRow(actor.workspaceId, input.against),
  ]);
  const { headline, sections } = strategyDiff(keptIn(before).strategy, keptIn(after).strategy);
  return {
    before: versionView(before),
    after: versionView(after),
    headline: headline?.map((part) => ({ ...part })) ?? null,
    sections: sections.map(({ number, title, lines }) => ({
      number,
      title,
      lines: lines.map(({ label, parts }) => ({ label, parts: parts.map((part) => ({ ...part })) })),
    })),
  };
}
