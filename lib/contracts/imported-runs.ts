import { z } from 'zod';
import { displayName, identifier, timestamp } from './identifier';
import { importFault, uploadBody } from './imports';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';

/** Runs that happened elsewhere: brought in, looked at, drawn beside own runs, put away. No gate ever reads one. */
const source = z.enum(['gepa', 'ace', 'mlflow', 'csv']);
const method = z.enum(['ace', 'gepa', 'textgrad', 'mipro', 'other']);
const seenUnit = z.enum(['rollouts', 'examples', 'steps']);
const scoredOn = z.enum(['heldOut', 'selection', 'unknown']);
const named = z.string().min(1).max(300).nullable().default(null);

export const curveMapping = z
  .strictObject({
    seen: named.describe('Null: rows, or the source’s own steps, make the axis.'),
    score: named,
    lower: named,
    upper: named,
    n: named,
    seconds: named,
    usd: named,
  })
  .meta({
    id: 'CurveMapping',
    description: 'Columns of a CSV or metrics of MLflow, by the field they fill.',
  });

export const previewImportedRunOptions = z
  .strictObject({
    source: z.union([source, z.literal('auto')]).default('auto'),
    mapping: curveMapping.optional(),
    scale: z
      .enum(['share', 'percent'])
      .default('share')
      .describe('How the source writes a score: 0.72 or 72.'),
    method: method.optional(),
    seenUnit: seenUnit.optional(),
    scoredOn: scoredOn.optional().describe('Which examples were scored, where the person knows better.'),
  })
  .meta({ id: 'PreviewImportedRun' });
export type PreviewImportedRunInput = z.output<typeof previewImportedRunOptions>;

const stated = z.string().trim().max(200).default('');

export const importRunOptions = previewImportedRunOptions
  .extend({
    /** Left out: the first file's name. */
    name: displayName.optional(),
    task: z.string().trim().max(200).optional(),
    ranBy: stated.describe('Who ran it, as stated.'),
    ranAt: stated.describe('When it ran, as stated; any form.'),
    hardware: stated.describe('What it ran on, as stated; it is other hardware than ours in any case.'),
    description: z.string().trim().max(4000).default(''),
    /** Leave faulty lines out and keep their list, instead of refusing the import. */
    skipFaults: z.boolean().default(false),
  })
  .meta({ id: 'ImportRun' });
export type ImportRunInput = z.output<typeof importRunOptions>;

export const importedPoint = z
  .object({
    seen: z.number(),
    score: z.number(),
    lower: z.number().nullable(),
    upper: z.number().nullable(),
    n: z.number().nullable(),
    seconds: z.number().nullable(),
    usd: z.number().nullable(),
  })
  .meta({ id: 'ImportedPoint', description: 'One measurement; null where the source does not say.' });

const runFound = z.object({
  method,
  task: z.string().nullable(),
  seenUnit,
  scoredOn,
  points: z.array(importedPoint),
  finalPrompt: z.string().nullable(),
  seedPrompt: z.string().nullable(),
  notes: z.array(z.string()),
});

const found = {
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  mapping: curveMapping.nullable(),
  leftOut: z.array(z.object({ what: z.string(), why: z.string() })),
  unknown: z.array(z.string()).describe('Fields of which the source says nothing.'),
  faultCount: z.int(),
  faults: z.array(importFault),
};

export const importedRunPreview = z
  .object({
    source,
    run: runFound.nullable(),
    names: z.array(z.string()).describe('Columns or metrics that can be mapped.'),
    ...found,
  })
  .meta({ id: 'ImportedRunPreview', description: 'What an import would make of the files.' });
export type ImportedRunPreviewView = z.output<typeof importedRunPreview>;

export const importProvenance = z
  .object({ ...found, ranBy: z.string(), ranAt: z.string(), hardware: z.string(), description: z.string() })
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
    source,
    method,
    task: z.string().nullable(),
    seenUnit,
    scoredOn,
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
  params: importedRunParams,
  response: importedRun,
});
