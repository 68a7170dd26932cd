import { db } from '@/server/db/client';
import type { DatasetImport, Prisma } from '@/server/db/generated/client';

/** The worker's side of large imports: taking one, saying how far it is, and clearing up after those that broke off. */
/** Longer than any pause of a worker that lives; after it another takes the import over, from its beginning. */
const SILENT_SECONDS = 15;
const UPLOAD_SILENT_SECONDS = 120;
const KEPT_DAYS = 7;
/** Parts of a gigabyte take a while to delete. */
const CLEARING = { timeout: 120_000, maxWait: 10_000 };

/** Claims the next import without a worker; null where there is none. */
export async function claimImport(): Promise<DatasetImport | null> {
  const rows = await db().$queryRaw<DatasetImport[]>`
    UPDATE "DatasetImport" SET state = 'reading', tries = tries + 1, "touchedAt" = now(), "startedAt" = now(),
      "bytesRead" = 0, records = 0, "faultCount" = 0, saved = 0
    WHERE id = (
      SELECT id FROM "DatasetImport"
      WHERE state = 'queued'
        OR (state IN ('reading', 'saving') AND "touchedAt" < now() - ${SILENT_SECONDS} * interval '1 second')
      ORDER BY "createdAt" LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING *`;
  return rows[0] ?? null;
}

/** How many pieces each file has, by the file's number. */
export async function countImportParts(importId: string): Promise<ReadonlyMap<number, number>> {
  const rows = await db().importPart.groupBy({ by: ['file'], where: { importId }, _count: true });
  return new Map(rows.map(({ file, _count }) => [file, _count]));
}

interface Carried {
  readonly id: string;
  readonly tries: number;
}

const held = ({ id, tries }: Carried): Prisma.DatasetImportWhereInput => ({
  ...{ id, tries },
  state: { in: ['reading', 'saving'] },
});

/** A sign of life with what is known by now. False where the import was cancelled or is another worker's. */
export async function touchImport(
  carried: Carried,
  data: Prisma.DatasetImportUpdateManyMutationInput,
  tx: Prisma.TransactionClient = db(),
): Promise<boolean> {
  const where = held(carried);
  const { count } = await tx.datasetImport.updateMany({ where, data: { ...data, touchedAt: new Date() } });
  return count === 1;
}

/** Nothing of it is left once it reads as failed. False where it was cancelled or is another worker's by now. */
export function failImport(
  carried: Carried,
  problem: Prisma.InputJsonObject,
  known: Prisma.DatasetImportUpdateManyMutationInput = {},
): Promise<boolean> {
  const data = { ...known, state: 'failed', problem, endedAt: new Date() };
  return db().$transaction(async (tx) => {
    if (!(await touchImport(carried, data, tx))) return false;
    await tx.importPart.deleteMany({ where: { importId: carried.id } });
    return true;
  }, CLEARING);
}

/** For another try, by whichever worker is next. */
export async function requeueImport(carried: Carried): Promise<void> {
  await touchImport(carried, { state: 'queued' });
}

/** Clears interrupted uploads, parts that no import needs, and rows past their retention. */
export async function clearImports(brokenOff: Prisma.InputJsonObject): Promise<void> {
  await db().$executeRaw`
    UPDATE "DatasetImport" SET state = 'failed', "endedAt" = now(), problem = ${JSON.stringify(brokenOff)}::jsonb
    WHERE state = 'uploading' AND "touchedAt" < now() - ${UPLOAD_SILENT_SECONDS} * interval '1 second'`;
  await db().$executeRaw`
    DELETE FROM "ImportPart" USING "DatasetImport" AS import
    WHERE import.id = "importId" AND import.state IN ('finished', 'failed', 'cancelled')`;
  await db().$executeRaw`
    DELETE FROM "DatasetImport" WHERE "endedAt" < now() - ${KEPT_DAYS} * interval '1 day'`;
}
