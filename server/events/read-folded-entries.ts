import type pg from 'pg';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import { ledgerPool } from '@/server/ledger/pool';

/**
 * Ledger entries for folding, without what no fold looks at: answers, example ids, scores one by one, texts of
 * reflections. A long run weighs a sixth of itself this way. Knows nothing of what is made of them.
 */

/** Prompts of candidates are most of a long run; before this number they stay behind as null. */
interface FoldedRange {
  readonly afterSeq: number;
  readonly upToSeq: number;
  readonly textsFromSeq: number;
}

export async function readFoldedEntries(
  runId: string,
  { afterSeq, upToSeq, textsFromSeq }: FoldedRange,
  pool: pg.Pool = ledgerPool(),
): Promise<readonly LedgerEntry[]> {
  const { rows } = await pool.query<LedgerEntry>(
    `SELECT seq, type, measured, ${SLIM} AS data FROM "LedgerEntry"
     WHERE "runId" = $1 AND seq > $2 AND seq <= $3 ORDER BY seq`,
    [runId, afterSeq, upToSeq, textsFromSeq],
  );
  return rows;
}

const SLIM = `CASE type
  WHEN 'rollout.finished' THEN jsonb_build_object('iteration', data->'iteration', 'split', data->'split',
    'correct', data->'correct', 'cause', data->'cause')
  WHEN 'reflection.finished' THEN data - '{text,callKeys}'::text[]
  WHEN 'group.aggregated' THEN data - '{text,callKeys}'::text[]
  WHEN 'scan.combined' THEN data - '{text,callKeys}'::text[]
  WHEN 'heldOut.measured' THEN data - '{exampleIds,scores}'::text[]
  WHEN 'candidate.selected' THEN '{}'::jsonb
  WHEN 'insights.followed' THEN '{}'::jsonb
  WHEN 'candidate.created' THEN CASE WHEN seq < $4 THEN data || '{"text":null}' ELSE data END
  ELSE data END`;

/**
 * What shaped one iteration; carried and overlapped work reaches into the one after, and never further. Before it come
 * the close of the iteration before and one fact of a search, if the run is one: a search says what an iteration used
 * only by how far its order had come.
 */
export async function readIterationEntries(
  runId: string,
  iteration: number,
  pool: pg.Pool = ledgerPool(),
): Promise<readonly LedgerEntry[]> {
  const { rows } = await pool.query<LedgerEntry>(
    `WITH begun AS (
       SELECT seq, (data->>'iteration')::int AS iteration FROM "LedgerEntry"
       WHERE "runId" = $1 AND type = 'iteration.started'
     ), span AS (
       SELECT min(seq) FILTER (WHERE iteration = $2) AS first, min(seq) FILTER (WHERE iteration = $2 + 2) AS after
       FROM begun
     )
     SELECT entry.* FROM span, LATERAL (
       SELECT seq, type, measured, ${SLIM} AS data FROM "LedgerEntry"
       WHERE "runId" = $1 AND seq >= span.first AND (span.after IS NULL OR seq < span.after)
         AND type = ANY($3::text[]) AND (data->>'iteration')::int = $2
       UNION ALL
       SELECT seq, type, measured, data FROM "LedgerEntry"
       WHERE "runId" = $1 AND type IN ('iteration.started', 'iteration.closed')
         AND (data->>'iteration')::int = $2 - 1 AND (span.after IS NULL OR seq < span.after)
       UNION ALL
       (SELECT seq, type, measured, data FROM "LedgerEntry"
       WHERE "runId" = $1 AND type = ANY($5::text[]) AND (span.after IS NULL OR seq < span.after)
       ORDER BY seq LIMIT 1)
     ) AS entry WHERE span.first IS NOT NULL ORDER BY seq`,
    // Every text is kept: who asks for one iteration looks at it.
    [runId, iteration, OF_AN_ITERATION, 0, OF_A_SEARCH],
  );
  return rows;
}

const OF_AN_ITERATION = [
  'iteration.started',
  'rollout.finished',
  'reflection.finished',
  'shuffle.finished',
  'group.aggregated',
  'scan.combined',
  'candidate.created',
  'iteration.closed',
];

const OF_A_SEARCH = ['candidate.proposed', 'frontier.updated', 'trial.finished'];
