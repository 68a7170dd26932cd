import type pg from 'pg';
import { SCORE_SOURCES, type TraceScore } from '@/lib/domain/collected-trace';
import type { TraceKey } from './trace-parts';

/** Judgements of traces. The latest of each source and name counts, and the strongest source gives the score. */
export interface GivenScore extends TraceKey, TraceScore {
  /** The person who gave it. */
  readonly userId: string | null;
}

/** One for each trace, source and name. */
export async function keepTraceScores(
  client: Pick<pg.Pool, 'query'>,
  scores: readonly GivenScore[],
): Promise<void> {
  if (scores.length === 0) return;
  const latest = new Map(
    scores.map((one) => [JSON.stringify([one.workspaceId, one.traceId, one.by, one.name]), one]),
  );
  await client.query(
    `INSERT INTO "TraceScore" AS score ("workspaceId", "traceId", name, by, value, label, explanation, "userId", at)
     SELECT "workspaceId", "traceId", name, by, value, label, explanation, "userId", now()
     FROM jsonb_populate_recordset(NULL::"TraceScore", $1::jsonb) ORDER BY "workspaceId", "traceId", by, name
     ON CONFLICT ("workspaceId", "traceId", by, name) DO UPDATE SET value = EXCLUDED.value, label = EXCLUDED.label,
       explanation = EXCLUDED.explanation, "userId" = EXCLUDED."userId", at = EXCLUDED.at
     WHERE (score.value, score.label, score.explanation, score."userId")
       IS DISTINCT FROM (EXCLUDED.value, EXCLUDED.label, EXCLUDED.explanation, EXCLUDED."userId")`,
    [JSON.stringify([...latest.values()])],
  );
  await chooseTraceScores(client, scores);
}

/**
 * Gives traces the score of their strongest source: there a value goes before a label alone, and the latest first. Rows are
 * locked in one order, as an assembler and a caller who posts outcomes may be at the same ones.
 */
export async function chooseTraceScores(
  client: Pick<pg.Pool, 'query'>,
  keys: readonly TraceKey[],
): Promise<void> {
  await client.query(
    `WITH locked AS (
       SELECT "workspaceId", id FROM "Trace"
       WHERE ("workspaceId", id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       ORDER BY "workspaceId", id FOR NO KEY UPDATE)
     UPDATE "Trace" AS trace SET score = chosen.value, "scoredBy" = chosen.by, "scoreLabel" = chosen.label,
       feedback = chosen.explanation
     FROM locked AS key
     LEFT JOIN LATERAL (
       SELECT * FROM "TraceScore" AS given
       WHERE given."workspaceId" = key."workspaceId" AND given."traceId" = key.id
       ORDER BY array_position($3::text[], given.by) DESC, given.value IS NULL, given.at DESC, given.name LIMIT 1
     ) AS chosen ON true
     WHERE trace."workspaceId" = key."workspaceId" AND trace.id = key.id
       AND (trace.score, trace."scoredBy", trace."scoreLabel", trace.feedback)
         IS DISTINCT FROM (chosen.value, chosen.by, chosen.label, chosen.explanation)`,
    [keys.map(({ workspaceId }) => workspaceId), keys.map(({ traceId }) => traceId), [...SCORE_SOURCES]],
  );
}
