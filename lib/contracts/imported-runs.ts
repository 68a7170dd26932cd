import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';
import {
  importedMethod,
  importedPoint,
  importedRunPreview,
  importedSource,
  importedSplit,
  importFindings,
  importRunOptions,
  previewImportedRunOptions,
  seenUnit,
} from './run-imports';
import { uploadBody } from './upload-body';

/** Runs that happened elsewhere: brought in, looked at, drawn beside own runs, put away. No gate ever reads one. */
export const importProvenance = z
  .object({
    ...importFindings,
    ranBy: z.string(),
    ranAt: z.string(),
    hardware: z.string(),
    description: z.string(),
  })
  .meta({
    id: 'ImportProvenance',
    description: 'Where an imported run is from, and what became of its files.',
  });

export const importedRunSummary = z.object({
  pointCount: z.int(),
  firstScore: z.number().nullable(),
  bestScore: z.number().nullable(),
  hasPrompt: z.boolean(),
});

export const importedRun = importedRunSummary
  .extend({
    id: z.string(),
    name: z.string(),
    source: importedSource,
    method: importedMethod,
    task: z.string().nullable(),
    seenUnit,
    scoredOn: importedSplit,
    createdBy: z.string(),
    archivedAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({
    id: 'ImportedRun',
    description: 'A run from elsewhere: other hardware, and never evidence for a gate.',
  });
export type ImportedRunView = z.output<typeof importedRun>;

export const importedRunDetail = importedRun
  .extend({
    points: z.array(importedPoint),
    finalPrompt: z.string().nullable(),
    seedPrompt: z.string().nullable(),
    notes: z.array(z.string()),
    provenance: importProvenance,
  })
  .meta({ id: 'ImportedRunDetail' });
export type ImportedRunDetail = z.output<typeof importedRunDetail>;

export const listImportedRunsQuery = pageQuery.extend({
  search: z.string().trim().max(120).optional(),
  archived: z.enum(['true', 'false']).default('false'),
});
export type ListImportedRunsInput = z.output<typeof listImportedRunsQuery>;

const tag = 'Imported runs';
const importedRunParams = z.object({ importedRunId: identifier });
const UPLOAD_BYTES_MAX = 32_000_000;
/** A run's directory has a file for each proposal and more. */
const FILES_MAX = 2000;

export const listImportedRuns = operation({
  id: 'listImportedRuns',
  method: 'GET',
  path: '/api/v1/imported-runs',
  tag,
  summary: 'Imported runs, newest first; search looks at the names',
  permission: 'read',
  scope: 'workspace',
  query: listImportedRunsQuery,
  response: pageOf(importedRun),
});

export const importRun = operation({
  id: 'importRun',
  method: 'POST',
  path: '/api/v1/imported-runs',
  tag,
  summary: 'Import a run from elsewhere as a serial baseline',
  description:
    'Files: the JSON parts of a GEPA run directory, an ACE playbook with its results, MLflow metrics (file store or JSON), or a curve as CSV or TSV; each optionally gzipped. A file’s name may hold its folders, as in "iterations/seed/meta.json". Pickled state is never read. One fault refuses the import with every fault named, unless skipFaults is true. An imported run opens no gate: its task, split and hardware are not ours.',
  permission: 'experiment',
  scope: 'workspace',
  bodyType: 'multipart',
  maxBodyBytes: UPLOAD_BYTES_MAX,
  body: uploadBody(importRunOptions, FILES_MAX),
  response: importedRunDetail,
  status: 201,
});

export const previewImportedRun = operation({
  id: 'previewImportedRun',
  method: 'POST',
  path: '/api/v1/imported-runs/preview',
  tag,
  summary:
    'Look into a run’s files: its points, a mapping that fits, what would be left out; nothing is kept',
  permission: 'experiment',
  scope: 'none',
  bodyType: 'multipart',
  maxBodyBytes: UPLOAD_BYTES_MAX,
  body: uploadBody(previewImportedRunOptions, FILES_MAX),
  response: importedRunPreview,
});

export const getImportedRun = operation({
  id: 'getImportedRun',
  method: 'GET',
  path: '/api/v1/imported-runs/{importedRunId}',
  tag,
  summary: 'One imported run with its points, prompts and provenance',
  permission: 'read',
  scope: 'importedRunId',
  params: importedRunParams,
  response: importedRunDetail,
});

export const archiveImportedRun = operation({
  id: 'archiveImportedRun',
  method: 'POST',
  path: '/api/v1/imported-runs/{importedRunId}/archive',
  tag,
  summary: 'Put an imported run away; it stays readable by its address',
  permission: 'experiment',
  scope: 'importedRunId',
  params: importedRunParams,
  response: importedRun,
});

export const restoreImportedRun = operation({
  id: 'restoreImportedRun',
  method: 'POST',
  path: '/api/v1/imported-runs/{importedRunId}/restore',
  tag,
  summary: 'Bring an archived imported run back into the list and the choice on comparisons',
  permission: 'experiment',
  scope: 'importedRunId',
  params: importedRunParams,
  response: importedRun,
});
