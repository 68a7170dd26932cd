import { z } from 'zod';
import { METHOD_NAMES } from '@/lib/domain/method-words';
import { displayName } from './identifier';
import { importFault } from './imports';

/** Options for the files of a run from another tool, and the importer's result. */
export const importedSource = z.enum(['gepa', 'ace', 'mlflow', 'csv']);
export const importedMethod = z.enum([...METHOD_NAMES, 'other']);
export const seenUnit = z.enum(['rollouts', 'examples', 'steps']);
export const importedSplit = z.enum(['heldOut', 'selection', 'unknown']);
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
    source: z.union([importedSource, z.literal('auto')]).default('auto'),
    mapping: curveMapping.optional(),
    scale: z
      .enum(['share', 'percent'])
      .default('share')
      .describe('How the source writes a score: 0.72 or 72.'),
    method: importedMethod.optional(),
    seenUnit: seenUnit.optional(),
    scoredOn: importedSplit.optional().describe('Which examples were scored, where the person knows better.'),
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
  method: importedMethod,
  task: z.string().nullable(),
  seenUnit,
  scoredOn: importedSplit,
  points: z.array(importedPoint),
  finalPrompt: z.string().nullable(),
  seedPrompt: z.string().nullable(),
  notes: z.array(z.string()),
});

export const importFindings = {
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  mapping: curveMapping.nullable(),
  leftOut: z.array(z.object({ what: z.string(), why: z.string() })),
  unknown: z.array(z.string()).describe('Fields of which the source says nothing.'),
  faultCount: z.int(),
  faults: z.array(importFault),
};

export const importedRunPreview = z
  .object({
    /** Null where none of the known sources was recognised: the faults say what was met. */
    source: importedSource.nullable(),
    run: runFound.nullable(),
    names: z.array(z.string()).describe('Columns or metrics that can be mapped.'),
    ...importFindings,
  })
  .meta({ id: 'ImportedRunPreview', description: 'What an import would make of the files.' });
export type ImportedRunPreviewView = z.output<typeof importedRunPreview>;
