import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { DatasetImport, Prisma } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';

/** Large imports: their rows are the truth of how far each is, and keep workers apart. */
export type ImportRow = DatasetImport;

export interface ImportValues {
  readonly id: string;
  readonly workspaceId: string;
  readonly startedBy: string;
}

export async function createImportRow(values: ImportValues): Promise<void> {
  await db().datasetImport.create({
    data: { ...values, name: '', options: {}, files: [], state: 'uploading' },
  });
}

/** @throws AppError STATE_CONFLICT where the import was cancelled meanwhile */
export async function addImportPart(
  importId: string,
  part: { readonly file: number; readonly part: number; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const touched = await db().datasetImport.updateMany({
    where: { id: importId, state: 'uploading' },
    data: { bytes: { increment: part.bytes.byteLength }, touchedAt: new Date() },
  });
  if (touched.count === 0) throw new AppError('STATE_CONFLICT', 'This import was cancelled.');
  await db().importPart.create({ data: { importId, ...part } });
}

export async function queueImportRow(
  id: string,
  data: Pick<Prisma.DatasetImportUpdateInput, 'name'> & {
    readonly options: Prisma.InputJsonObject;
    readonly files: Prisma.InputJsonArray;
  },
): Promise<ImportRow> {
  const queued = await db().datasetImport.updateManyAndReturn({
    where: { id, state: 'uploading' },
    data: { ...data, state: 'queued', touchedAt: new Date() },
  });
  const [row] = queued;
  if (row === undefined) throw new AppError('STATE_CONFLICT', 'This import was cancelled.');
  return row;
}

/** With all of its parts. */
export async function dropImportRow(id: string): Promise<void> {
  await db().datasetImport.deleteMany({ where: { id } });
}

/** @throws AppError NOT_FOUND */
export async function getImportRow(workspaceId: string, id: string): Promise<ImportRow> {
  const row = await db().datasetImport.findFirst({ where: { workspaceId, id } });
  if (row === null) throw new AppError('NOT_FOUND', 'This import does not exist.', { context: { id } });
  return row;
}

/** One row more than asked for. */
export function listImportRows(
  workspaceId: string,
  page: { readonly cursor: string | undefined; readonly limit: number },
): Promise<ImportRow[]> {
  return db().datasetImport.findMany({
    where: { workspaceId, ...afterCursor(page.cursor) },
    orderBy: [...NEWEST_FIRST],
    take: page.limit + 1,
  });
}

export async function cancelImportRow(id: string): Promise<boolean> {
  const { count } = await db().datasetImport.updateMany({
    where: { id, state: { in: ['uploading', 'queued', 'reading', 'saving'] } },
    data: { state: 'cancelled', endedAt: new Date() },
  });
  await db().importPart.deleteMany({ where: { importId: id } });
  return count === 1;
}
