import type { FactOf, FactType } from '@/lib/domain/ledger-entry';
import { db } from '@/server/db/client';

/** The newest facts of one type, newest first, for rules that look at where a run stands now. */
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

/** The first fact of the candidate with this hash, looked for where the rows are: a long run has thousands of them. */
export function findCandidateFact(runId: string, hash: string) {
  return db().ledgerEntry.findFirst({
    where: { runId, type: 'candidate.created', data: { path: ['hash'], equals: hash } },
    orderBy: { seq: 'asc' },
    select: { seq: true, data: true },
  });
}
