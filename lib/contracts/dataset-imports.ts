import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';
import { problem } from './problem';

/** Imports of more than a megabyte: a worker carries them, and a data set exists once one has finished. */
export const IMPORT_STATES = [
  'uploading',
  'queued',
  'reading',
  'saving',
  'finished',
  'failed',
  'cancelled',
] as const;

export const datasetImport = z
  .object({
    id: z.string(),
    name: z.string(),
    files: z.array(z.string()),
    state: z.enum(IMPORT_STATES),
    /** Uploaded bytes, packed ones where files are gzipped. */
    bytes: z.int(),
    bytesRead: z.int(),
    records: z.int(),
    faultCount: z.int(),
    /** Examples saved so far. */
    saved: z.int(),
    /** 0 to 1. */
    progress: z.number(),
    /** Null where it cannot be told yet. */
    secondsLeft: z.int().nullable(),
    /** Why it failed; null = it did not. */
    problem: problem
      .pick({ code: true, detail: true, fields: true, howToProceed: true, ruleId: true })
      .nullable(),
    /** Null until it has finished. */
    datasetId: z.string().nullable(),
    startedBy: z.string(),
    createdAt: timestamp,
    endedAt: timestamp.nullable(),
  })
  .meta({ id: 'DatasetImport', description: 'An import in the background, and how far it is.' });
export type DatasetImportView = z.output<typeof datasetImport>;

const tag = 'Data sets';
const params = z.object({ importId: identifier });

export const listImports = operation({
  id: 'listImports',
  method: 'GET',
  path: '/api/v1/imports',
  tag,
  summary: 'Imports in the background, newest first; those that ended are kept for a week',
  permission: 'read',
  scope: 'workspace',
  query: pageQuery,
  response: pageOf(datasetImport),
});
export type ListImportsInput = z.output<typeof pageQuery>;

export const getImport = operation({
  id: 'getImport',
  method: 'GET',
  path: '/api/v1/imports/{importId}',
  tag,
  summary: 'One import: its progress, the time left, and why it failed',
  permission: 'read',
  scope: 'importId',
  params,
  response: datasetImport,
});

export const cancelImport = operation({
  id: 'cancelImport',
  method: 'POST',
  path: '/api/v1/imports/{importId}/cancel',
  tag,
  summary: 'Cancel an import; nothing of it is kept',
  permission: 'experiment',
  scope: 'importId',
  params,
  response: datasetImport,
});
