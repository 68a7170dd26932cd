import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { DatasetImport, Prisma } from '@/server/db/generated/client';
import { ledgerPool } from '@/server/ledger/pool';
import { afterCursor, NEWEST_FIRST } from './keyset';

/** Large imports: their rows are the truth of how far each is, and keep workers apart. */
export type ImportRow = DatasetImport;

export interface ImportValues {
  readonly id: string;
  readonly workspaceId: string;
  readonly startedBy: string;
  /** Empty until it is known. */
  readonly name: string;
}

export async function createImportRow(values: ImportValues): Promise<void> {
  await db().datasetImport.create({
    data: { ...values, options: {}, files: [], state: 'uploading' },
  });
}

const ADD_PART = `
WITH touched AS (
  UPDATE "DatasetImport" SET bytes = bytes + $5::bigint, "touchedAt" = now()
  WHERE id = $1 AND state = 'uploading' RETURNING id
)
INSERT INTO "ImportPart" ("importId", file, part, bytes) SELECT id, $2::int, $3::int, $4::bytea FROM touched`;

/** As bytes on the wire: an object mapper would send them as text. @throws AppError STATE_CONFLICT where it was cancelled */
export async function addImportPart(
  importId: string,
  { file, part, bytes }: { readonly file: number; readonly part: number; readonly bytes: Uint8Array },
): Promise<void> {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { rowCount } = await ledgerPool().query(ADD_PART, [importId, file, part, packed, bytes.byteLength]);
  if (rowCount !== 1) throw new AppError('STATE_CONFLICT', 'This import was cancelled.');
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

export async function findImportRows(workspaceId: string, ids: readonly string[]): Promise<ImportRow[]> {
  if (ids.length === 0) return [];
  return db().datasetImport.findMany({ where: { workspaceId, id: { in: [...ids] } } });
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
  const [{ count }] = await db().$transaction([
    db().datasetImport.updateMany({
      where: { id, state: { in: ['uploading', 'queued', 'reading', 'saving'] } },
      data: { state: 'cancelled', endedAt: new Date() },
    }),
    db().importPart.deleteMany({ where: { importId: id } }),
  ]);
  return count === 1;
}
