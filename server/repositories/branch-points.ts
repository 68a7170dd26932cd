import type { FactData } from '@/lib/domain/ledger-entry';
import { db } from '@/server/db/client';

/** The candidate after a given iteration, read from the run's ledger. */
export async function findLastClosed(runId: string): Promise<number | null> {
  const [row] = await db().$queryRaw<{ last: number | null }[]>`
    SELECT max((data ->> 'iteration')::int) AS last FROM "LedgerEntry"
    WHERE "runId" = ${runId} AND type = 'iteration.closed'`;
  return row?.last ?? null;
}

/**
 * The text of the candidate after an iteration: the newest that was made by then, or that was kept when two lineages
 * were settled. Null where the ledger does not hold its text.
 */
export async function findCandidateAfter(runId: string, iteration: number): Promise<string | null> {
  const [settled] = await db().$queryRaw<{ type: string; data: unknown }[]>`
    SELECT type, data FROM "LedgerEntry"
    WHERE "runId" = ${runId} AND type IN ('candidate.created', 'pool.settled')
      AND (data ->> 'iteration')::int <= ${iteration}
    ORDER BY (data ->> 'iteration')::int DESC, seq DESC LIMIT 1`;
  if (!settled) return null;
  if (settled.type === 'candidate.created') return (settled.data as FactData['candidate.created']).text;
  const { keptHash } = settled.data as FactData['pool.settled'];
  const [kept] = await db().$queryRaw<{ data: FactData['candidate.created'] }[]>`
    SELECT data FROM "LedgerEntry" WHERE "runId" = ${runId} AND type = 'candidate.created'
      AND data ->> 'hash' = ${keptHash} LIMIT 1`;
  return kept?.data.text ?? null;
}

/**
 * The same where a method keeps a pool: what was made last need not lead it, so the candidate is the one that the next
 * iteration began with, or that was measured at the run's end. Null in the moment between the two.
 */
export async function findLeaderAfter(runId: string, iteration: number): Promise<string | null> {
  const [row] = await db().$queryRaw<{ text: string }[]>`
    WITH leader AS (
      SELECT data ->> 'candidateHash' AS hash FROM "LedgerEntry"
      WHERE "runId" = ${runId} AND (
        (type = 'iteration.started' AND (data ->> 'iteration')::int = ${iteration + 1})
        OR (type = 'heldOut.measured' AND (data ->> 'iteration')::int = ${iteration}))
      ORDER BY seq DESC LIMIT 1
    )
    SELECT data ->> 'text' AS text FROM "LedgerEntry", leader
    WHERE "runId" = ${runId} AND type = 'candidate.created' AND data ->> 'hash' = leader.hash
    ORDER BY seq LIMIT 1`;
  return row?.text ?? null;
}
