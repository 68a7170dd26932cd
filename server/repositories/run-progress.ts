import type { FactOf, FactType } from '@/lib/domain/ledger-entry';
import { db } from '@/server/db/client';

/** The newest facts of one type, newest first, for rules about the present state of a run. */
export async function readNewestFacts<T extends FactType>(
  runId: string,
  type: T,
  count: number,
): Promise<readonly FactOf<T>['data'][]> {
  const rows = await db().ledgerEntry.findMany({
    where: { runId, type },
    orderBy: { seq: 'desc' },
    take: count,
    select: { data: true },
  });
  return rows.map(({ data }) => data as unknown as FactOf<T>['data']);
}

/** Whether the newest measurement is the best, without the scores that each of them carries. */
export function readMeasurements(runId: string): Promise<readonly { best: boolean }[]> {
  return db().$queryRaw<{ best: boolean }[]>`
    SELECT (data->>'best')::boolean AS best FROM "LedgerEntry"
    WHERE "runId" = ${runId} AND type = 'heldOut.measured' ORDER BY seq DESC LIMIT 2`;
}

/**
 * The first fact of the candidate with this hash, looked for where the rows are: a long run has thousands of them, and
 * an index by their hash.
 */
export async function findCandidateFact(runId: string, hash: string) {
  const [row] = await db().$queryRaw<{ seq: number; data: FactOf<'candidate.created'>['data'] }[]>`
    SELECT seq, data FROM "LedgerEntry"
    WHERE "runId" = ${runId} AND type = 'candidate.created' AND data->>'hash' = ${hash} ORDER BY seq LIMIT 1`;
  return row ?? null;
}

/** The prompt that a run began with; undefined before it is stated. */
export async function findFirstCandidate(
  runId: string,
): Promise<FactOf<'candidate.created'>['data'] | undefined> {
  const [row] = await db().$queryRaw<{ data: FactOf<'candidate.created'>['data'] }[]>`
    SELECT data FROM "LedgerEntry" WHERE "runId" = ${runId} AND type = 'candidate.created'
      AND data->>'parentHash' IS NULL AND (data->>'iteration')::int = -1 ORDER BY seq LIMIT 1`;
  return row?.data;
}

/** Between which numbers an iteration's entries stand; of one that has none, between none. */
export async function findIterationEntries(
  runId: string,
  iteration: number,
): Promise<{ readonly gte: number; readonly lte: number }> {
  const [row] = await db().$queryRaw<{ gte: number | null; lte: number | null }[]>`
    SELECT min(seq) AS gte, max(seq) AS lte FROM "LedgerEntry"
    WHERE "runId" = ${runId} AND (data->>'iteration')::int = ${iteration}`;
  return { gte: row?.gte ?? 0, lte: row?.lte ?? -1 };
}
