import { db } from '@/server/db/client';

/** A held-out answer as it was paid: its delay, and how many model calls an agent made for it. */
export interface HeldOutCall {
  readonly candidateHash: string;
  readonly exampleId: string;
  readonly delayMs: number;
  /** Null where one call is the rollout. */
  readonly modelCalls: number | null;
}

/**
 * Held-out answers of some candidates of a run, one an example; answers that came from a cache have no delay of their
 * own and are left out. Rollouts are found by their keys, so the ledger of a long run is not read through.
 */
export function listHeldOutCalls(runId: string, hashes: readonly string[]): Promise<HeldOutCall[]> {
  return db().$queryRaw<HeldOutCall[]>`
    SELECT measured.data->>'candidateHash' AS "candidateHash", rollout.data->>'exampleId' AS "exampleId",
      avg(call."delayMs")::float8 AS "delayMs",
      max((call.outcome #>> '{rollout,modelCalls}')::int) AS "modelCalls"
    FROM "LedgerEntry" AS measured
    CROSS JOIN generate_series(0, jsonb_array_length(measured.data->'exampleIds') - 1) AS wanted(ordinal)
    JOIN "LedgerEntry" AS rollout ON rollout."runId" = ${runId}
      AND rollout.key = 'rollout.finished/' || (measured.data->>'iteration') || '/heldOut/' || wanted.ordinal
      AND rollout.data->>'candidateHash' = measured.data->>'candidateHash'
    CROSS JOIN jsonb_array_elements_text(rollout.data->'callKeys') AS made(key)
    JOIN "JournalCall" AS call ON call."runId" = ${runId} AND call.key = made.key
      AND call.purpose = 'evaluate' AND call."delayMs" IS NOT NULL AND NOT call.cached
    WHERE measured."runId" = ${runId} AND measured.type = 'heldOut.measured'
      AND measured.data->>'split' = 'heldOut' AND measured.data->>'candidateHash' = ANY(${[...hashes]})
    GROUP BY 1, 2`;
}
