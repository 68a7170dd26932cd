import { z } from 'zod';
import { fieldPath } from '@/lib/domain/field-path';
import { traceOrigin } from '@/lib/domain/trace-examples';
import { importPrivacy, privacyChoice, privateFinding } from './privacy-shapes';
import { FILES_MAX } from './upload-body';

/** Options of an upload (how files are read, where fields come from) and the importer's answer. */

export const fieldSource = z
  .union([
    z.strictObject({ path: fieldPath }),
    z.strictObject({ constant: z.string().max(20_000) }),
    z.strictObject({ template: z.string().min(1).max(20_000) }),
  ])
  .meta({
    id: 'FieldSource',
    description: 'A place in the record, a fixed text, or a text with {{places}} in it.',
  });

export const fieldMapping = z
  .strictObject({
    id: fieldSource.nullable().default(null),
    question: fieldSource,
    context: fieldSource.nullable().default(null),
    expected: fieldSource,
    groupKey: fieldSource.nullable().default(null),
    sourceSplit: fieldSource.nullable().default(null),
  })
  .meta({ id: 'FieldMapping', description: 'Where each field of an example comes from.' });

const importPreset = z.enum(['formula', 'finer', 'generic']);
const format = z.enum(['auto', 'jsonLines', 'json', 'csv', 'tsv']);

export const previewOptions = z
  .strictObject({
    format: format.default('auto'),
    /** Name of the list to read, for a JSON object with several lists of objects. */
    list: z.string().min(1).max(200).optional(),
    preset: importPreset.optional(),
    mapping: fieldMapping.optional(),
    /** Files of which only the beginning is sent, by name. */
    cut: z.array(z.string().max(300)).max(FILES_MAX).default([]),
  })
  .meta({ id: 'PreviewImport' });
export type PreviewImportInput = z.output<typeof previewOptions>;

export const importOptions = previewOptions.omit({ cut: true }).extend({
  /** Leave bad lines out and report them, instead of refusing the import. */
  skipBadLines: z.boolean().default(false),
  /** Needed where personal or secret data is found; previewImport says whether. */
  privacy: privacyChoice.optional(),
});

const formatFound = z.enum(['jsonLines', 'json', 'csv', 'tsv']);

export const importFault = z
  .object({
    file: z.string(),
    line: z.int().nullable(),
    /** `file:line`. */
    where: z.string(),
    message: z.string(),
  })
  .meta({ id: 'ImportFault', description: 'A line that could not be taken, and why.' });

const labelWarnings = z
  .object({
    blank: z.object({ count: z.int(), first: z.array(z.string()) }),
    conflicts: z.object({
      count: z.int(),
      /** Conflicts between files or between values of the source column. */
      acrossSources: z.int(),
      first: z.array(z.object({ places: z.array(z.object({ where: z.string(), source: z.string() })) })),
    }),
  })
  .meta({
    id: 'LabelWarnings',
    description: 'Blank expected values, and questions that have more than one expected value.',
  });
export type LabelWarningsView = z.output<typeof labelWarnings>;

const filesRead = z.array(z.object({ name: z.string(), format: formatFound, records: z.int() }));

export const importReport = z
  .object({
    preset: importPreset,
    mapping: fieldMapping,
    files: filesRead,
    examples: z.int(),
    duplicateCount: z.int(),
    duplicates: z.array(z.object({ where: z.string(), firstWhere: z.string() })),
    faultCount: z.int(),
    faults: z.array(importFault),
    /** Absent from imports before it was looked for. */
    labels: labelWarnings.optional(),
    privacy: importPrivacy.optional(),
    /** Only where the examples were made of collected traces; there are no files then. */
    traces: traceOrigin.optional(),
  })
  .meta({ id: 'ImportReport', description: 'Files, mapping, duplicates and faults of an import.' });

export const importPreview = z
  .object({
    files: filesRead,
    fields: z.array(z.object({ path: z.string(), samples: z.array(z.string()) })),
    preset: importPreset,
    mapping: fieldMapping
      .extend({ question: fieldSource.nullable(), expected: fieldSource.nullable() })
      .meta({ id: 'ProposedMapping', description: 'Where each field comes from, as far as it is settled.' }),
    /** Roles that the caller must choose; empty = the mapping can be imported. */
    unsettled: z.array(
      z.object({
        role: z.enum(['question', 'expected', 'context']),
        why: z.enum(['noKnownName', 'severalKnownNames']),
        proposed: z.string().nullable(),
        candidates: z.array(z.string()),
      }),
    ),
    /** As JSON, every field as the file has it. */
    firstRecord: z.object({ where: z.string(), text: z.string() }).nullable(),
    examples: z.array(
      z.object({
        id: z.string(),
        question: z.string(),
        context: z.string(),
        expected: z.string(),
        groupKey: z.string().nullable(),
        sourceSplit: z.string(),
      }),
    ),
    /** Only the first megabyte of the files was looked at. */
    isHead: z.boolean(),
    exampleCount: z.int(),
    duplicateCount: z.int(),
    faultCount: z.int(),
    faults: z.array(importFault),
    /** Null while something is unsettled. */
    labels: labelWarnings.nullable(),
    /** Empty = nothing found. */
    privacy: z.array(privateFinding),
  })
  .meta({ id: 'ImportPreview', description: 'What an import would make of the files.' });
export type ImportPreviewView = z.output<typeof importPreview>;
