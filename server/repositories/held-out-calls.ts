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
 * own and are left out. Each rollout and each call is a look-up by its key, however many the planner expects: a join in
 * a database without statistics read the run's whole journal for each rollout, for minutes.
 */
export function listHeldOutCalls(runId: string, hashes: readonly string[]): Promise<HeldOutCall[]> {
  return db().$queryRaw<HeldOutCall[]>`
    WITH wanted AS MATERIALIZED (
      SELECT measured.data->>'candidateHash' AS hash,
        'rollout.finished/' || (measured.data->>'iteration') || '/heldOut/' || ordinal AS key
      FROM "LedgerEntry" AS measured
      CROSS JOIN generate_series(0, jsonb_array_length(measured.data->'exampleIds') - 1) AS ordinal
      WHERE measured."runId" = ${runId} AND measured.type = 'heldOut.measured'
        AND measured.data->>'split' = 'heldOut' AND measured.data->>'candidateHash' = ANY(${[...hashes]})
    ), made AS MATERIALIZED (
      SELECT wanted.hash, rollout.data->>'exampleId' AS "exampleId", asked.key
      FROM wanted
      CROSS JOIN LATERAL (
        SELECT data FROM "LedgerEntry" WHERE "runId" = ${runId} AND key = wanted.key OFFSET 0) AS rollout
      CROSS JOIN jsonb_array_elements_text(rollout.data->'callKeys') AS asked(key)
      WHERE rollout.data->>'candidateHash' = wanted.hash
    )
    SELECT made.hash AS "candidateHash", made."exampleId", avg(call."delayMs")::float8 AS "delayMs",
      max((call.outcome #>> '{rollout,modelCalls}')::int) AS "modelCalls"
    FROM made
    CROSS JOIN LATERAL (
      SELECT "delayMs", outcome FROM "JournalCall" WHERE "runId" = ${runId} AND key = made.key
        AND purpose = 'evaluate' AND "delayMs" IS NOT NULL AND NOT cached OFFSET 0) AS call
    GROUP BY 1, 2`;
}
