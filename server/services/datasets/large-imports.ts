import type { DatasetImportView, ListImportsInput } from '@/lib/contracts/dataset-imports';
import { datasetImport } from '@/lib/contracts/dataset-imports';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import {
  cancelImportRow,
  getImportRow,
  type ImportRow,
  listImportRows,
} from '@/server/repositories/dataset-imports';
import { cutPage } from '@/server/repositories/keyset';
import type { Page } from './read-datasets';

/** Imports that a worker carries: how far each is, and ending one. */
interface OneImport {
  readonly importId: string;
}

export async function listImports(
  actor: Actor<'read'>,
  page: ListImportsInput,
): Promise<Page<DatasetImportView>> {
  const { limit, cursor } = page;
  const { items, nextCursor } = cutPage(await listImportRows(actor.workspaceId, { limit, cursor }), limit);
  return { items: items.map(importView), nextCursor };
}

export async function getImport(actor: Actor<'read'>, { importId }: OneImport): Promise<DatasetImportView> {
  return importView(await getImportRow(actor.workspaceId, importId));
}

/** Cancelling again changes nothing. */
export async function cancelImport(
  actor: Actor<'experiment'>,
  { importId }: OneImport,
): Promise<DatasetImportView> {
  const row = await getImportRow(actor.workspaceId, importId);
  await cancelImportRow(importId);
  const after = await getImportRow(actor.workspaceId, importId);
  if (after.state === 'finished' && row.state !== 'finished')
    throw new AppError(
      'STATE_CONFLICT',
      'The import finished before it was cancelled. Archive its data set instead.',
    );
  return importView(after);
}

/** Reading the files takes about this share of the time, saving the examples the rest. */
const READING_SHARE = 0.7;
const ENDED = ['finished', 'failed', 'cancelled'];

export function importView(row: ImportRow): DatasetImportView {
  const { id, name, state, records, faultCount, saved, datasetId, startedBy } = row;
  const progress = progressOf(row);
  const elapsed = row.startedAt === null ? 0 : (row.touchedAt.getTime() - row.startedAt.getTime()) / 1000;
  const isTold = !ENDED.includes(state) && progress > 0.02;
  return datasetImport.parse({
    ...{ id, name, state, records, faultCount, saved, datasetId, startedBy, progress },
    files: row.files,
    bytes: Number(row.bytes),
    bytesRead: Number(row.bytesRead),
    secondsLeft: isTold ? Math.ceil((elapsed * (1 - progress)) / progress) : null,
    problem: row.problem,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  });
}

function progressOf({ state, bytes, bytesRead, records, saved }: ImportRow): number {
  if (state === 'finished') return 1;
  if (state === 'saving')
    return READING_SHARE + (1 - READING_SHARE) * Math.min(1, saved / Math.max(1, records));
  return bytes === 0n ? 0 : READING_SHARE * Math.min(1, Number(bytesRead) / Number(bytes));
}
