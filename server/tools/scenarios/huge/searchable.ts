import type pg from 'pg';
import { longRead } from '@/server/ledger/pool';

/**
 * Search texts of made-up runs, evaluations included, in one statement. `waggle_keep_search_texts` reads the words of a
 * question anew for each rollout of it; here each question is read once.
 */
export async function keepSearchable(pool: pg.Pool, runIds: readonly string[]): Promise<void> {
  // Written a moment ago: without numbers about the tables the plan is a guess.
  await pool.query('ANALYZE "LedgerEntry", "JournalCall", "Run"');
  await pool.query(longRead(KEEP_SEARCHABLE, [runIds]));
  await pool.query(MARK_KEPT, [runIds]);
}

const MARK_KEPT = `
INSERT INTO "SearchProgress" ("runId", "learnedSeq", "evaluatedSeq")
SELECT id, "lastSeq", "lastSeq" FROM "Run" WHERE id = ANY($1)
ON CONFLICT ("runId") DO UPDATE SET "learnedSeq" = EXCLUDED."learnedSeq", "evaluatedSeq" = EXCLUDED."evaluatedSeq"`;

const KEEP_SEARCHABLE = `
WITH made AS MATERIALIZED (
  SELECT run.id, split."datasetId" FROM "Run" AS run
  JOIN "Experiment" AS experiment ON experiment.id = run."experimentId"
  JOIN "SplitRegistration" AS split ON split.id = experiment."splitId"
  WHERE run.id = ANY($1)
), asked AS MATERIALIZED (
  SELECT example."datasetId", example.id, array_to_tsvector(waggle_words(left(example.question, 1000))) AS words
  FROM "Example" AS example WHERE example."datasetId" IN (SELECT "datasetId" FROM made)
), found AS MATERIALIZED (
  -- Materialized, or each body would be made twice: once to be asked whether it is null.
  SELECT entry."runId", entry.seq, entry.type, asked.words,
    -- A look-up a call, as in waggle_searched_text; a made-up rollout has made one.
    CASE WHEN entry.type = 'rollout.finished'
      THEN concat_ws(E'\\n', entry.data->>'exampleId', entry.data->>'answer',
        (SELECT call.outcome->>'text' FROM "JournalCall" AS call
          WHERE call."runId" = entry."runId" AND call.key = entry.data->'callKeys'->>0))
      ELSE waggle_searched_text(entry) END AS body
  FROM "LedgerEntry" AS entry
  JOIN made ON made.id = entry."runId"
  LEFT JOIN asked ON entry.type = 'rollout.finished' AND asked."datasetId" = made."datasetId"
    AND asked.id = entry.data->>'exampleId'
  WHERE entry."runId" = ANY($1)
    AND entry.type IN ('candidate.created', 'reflection.finished', 'rollout.finished')
  ORDER BY entry."runId", entry.seq
), fact AS (
  SELECT nextval('"SearchText_id_seq"') AS id, found.* FROM found WHERE found.body IS NOT NULL
)
INSERT INTO "SearchText" (id, "runId", seq, words)
SELECT fact.id, fact."runId", fact.seq,
  waggle_search_vector(fact.id, run, fact.type, fact.body) || COALESCE(fact.words, '')
FROM fact JOIN "Run" AS run ON run.id = fact."runId"`;
