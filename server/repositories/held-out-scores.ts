import type { FactData } from '@/lib/domain/ledger-entry';
import { pairById } from '@/lib/stats/paired-scores';
import { db } from '@/server/db/client';
import { readMeasured } from './record-facts';

/** One that may have been chosen: see lib/report/claims/run-gain. */
export type MeasuredOnHeldOut = FactData['heldOut.measured'];

export interface MeasuredPrompt {
  readonly candidateHash: string;
  readonly exampleIds: readonly string[];
  /** Null = missing. */
  readonly scores: readonly (number | null)[];
}

/** All whole held-out measurements of a run in order, the original prompt's first. */
export async function readMeasuredPrompts(runId: string): Promise<readonly MeasuredOnHeldOut[]> {
  const facts = await readMeasured(runId);
  return facts.flatMap(({ data }) =>
    data.split === 'heldOut' && data.incomplete === undefined ? [data] : [],
  );
}

/** Share of held-out examples that two candidates of a run score differently; null where one was not measured. */
export async function readHeldOutDiscordance(
  runId: string,
  [one, other]: readonly [string, string],
): Promise<number | null> {
  const [a, b] = await Promise.all([findMeasured(runId, one), findMeasured(runId, other)]);
  if (a === null || b === null) return null;
  const pairs = pairById(a, b);
  return pairs.length === 0
    ? null
    : pairs.filter(({ before, after }) => before !== after).length / pairs.length;
}

/** The newest held-out measurement of a candidate; null where none came to its end. */
async function findMeasured(runId: string, candidateHash: string): Promise<MeasuredPrompt | null> {
  const [row] = await db().$queryRaw<MeasuredPrompt[]>`
    SELECT data->>'candidateHash' AS "candidateHash", data->'exampleIds' AS "exampleIds", data->'scores' AS scores
    FROM "LedgerEntry"
    WHERE "runId" = ${runId} AND type = 'heldOut.measured' AND data->>'split' = 'heldOut'
      AND data->>'candidateHash' = ${candidateHash} AND data->'incomplete' IS NULL
    ORDER BY seq DESC LIMIT 1`;
  return row ?? null;
}

/** Hash of the original prompt: the first candidate in the run's ledger. */
export async function findSeedHash(runId: string): Promise<string | null> {
  const [row] = await db().$queryRaw<{ hash: string }[]>`
    SELECT data->>'hash' AS hash FROM "LedgerEntry"
    WHERE "runId" = ${runId} AND type = 'candidate.created' ORDER BY seq LIMIT 1`;
  return row?.hash ?? null;
}

/**
 * Numbers of the newest held-out rollouts of a measured candidate on these examples. Found by their keys, which count
 * the examples of a measurement in its order: the rollouts of a long run are not read through. A measurement that only
 * states an earlier one again has none of its own, so all of the candidate's are looked at.
 */
export async function findHeldOutRollouts(
  runId: string,
  { candidateHash, exampleIds }: MeasuredPrompt,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Set(ids);
  const ordinals = exampleIds.flatMap((id, ordinal) => (wanted.has(id) ? [ordinal] : []));
  if (ordinals.length === 0) return new Map();
  const rows = await db().$queryRaw<{ id: string; seq: number }[]>`
    SELECT rollout.data->>'exampleId' AS id, max(rollout.seq) AS seq
    FROM "LedgerEntry" AS measured
    CROSS JOIN unnest(${ordinals}::int[]) AS wanted(ordinal)
    JOIN "LedgerEntry" AS rollout ON rollout."runId" = ${runId}
      AND rollout.key = 'rollout.finished/' || (measured.data->>'iteration') || '/heldOut/' || wanted.ordinal
    WHERE measured."runId" = ${runId} AND measured.type = 'heldOut.measured'
      AND measured.data->>'split' = 'heldOut' AND measured.data->>'candidateHash' = ${candidateHash}
      AND measured.data->'incomplete' IS NULL
    GROUP BY 1`;
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}
