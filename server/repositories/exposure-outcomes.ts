import type pg from 'pg';
import { keepTraceScores } from './trace-scores';

/**
 * Outcomes of answers as scores of the traces of their exposures. Either may come first: the writer of an
 * outcome and that of a trace each look for the other once their own is committed, so one of the two finds it.
 */
export interface ExposureKey {
  readonly workspaceId: string;
  readonly exposureId: string;
}

export interface ExposureOutcome extends ExposureKey {
  readonly score: number;
  /** Kind of failure, in a word. */
  readonly failure: string | null;
}

/** As the scores of traces name it. */
const NAME = 'outcome';

/** Keeps the latest of each exposure, one a batch. Gives back the exposures of which it is new or another one. */
export async function keepExposureOutcomes(
  client: Pick<pg.Pool, 'query'>,
  outcomes: readonly ExposureOutcome[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ exposureId: string }>(
    `INSERT INTO "ExposureOutcome" AS kept ("workspaceId", "exposureId", score, failure, at)
     SELECT "workspaceId", "exposureId", score, failure, now()
     FROM jsonb_populate_recordset(NULL::"ExposureOutcome", $1::jsonb) ORDER BY "workspaceId", "exposureId"
     ON CONFLICT ("workspaceId", "exposureId") DO UPDATE SET score = EXCLUDED.score, failure = EXCLUDED.failure,
       at = EXCLUDED.at
     WHERE (kept.score, kept.failure) IS DISTINCT FROM (EXCLUDED.score, EXCLUDED.failure)
     RETURNING "exposureId"`,
    [JSON.stringify(outcomes)],
  );
  return new Set(rows.map(({ exposureId }) => exposureId));
}

/** Gives the traces of these exposures the outcomes that are known by now. */
export async function joinOutcomes(
  client: Pick<pg.Pool, 'query'>,
  exposures: readonly ExposureKey[],
): Promise<void> {
  if (exposures.length === 0) return;
  const { rows } = await client.query<ExposureOutcome & { readonly traceId: string }>(
    `SELECT trace."workspaceId", trace.id AS "traceId", kept.score, kept.failure
     FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[])) AS given ("workspaceId", "exposureId")
     JOIN "ExposureOutcome" AS kept USING ("workspaceId", "exposureId")
     JOIN "Trace" AS trace USING ("workspaceId", "exposureId")`,
    [exposures.map(({ workspaceId }) => workspaceId), exposures.map(({ exposureId }) => exposureId)],
  );
  await keepTraceScores(
    client,
    rows.map(({ workspaceId, traceId, score, failure }) => ({
      ...{ workspaceId, traceId, name: NAME, by: 'event' as const, value: score },
      ...{ label: null, explanation: failure, userId: null },
    })),
  );
}
