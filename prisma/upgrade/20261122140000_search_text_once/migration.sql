-- What a fact is found by is told once a fact. A condition on a computed column is pushed below it, and then it is
-- computed twice: once to be asked whether it is null, once to be kept. Nothing is pushed into a materialized part.
CREATE OR REPLACE FUNCTION waggle_keep_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "SearchText" (id, "runId", seq, words)
  WITH fact AS MATERIALIZED (
    SELECT entry."runId", entry.seq, entry.type, waggle_searched_text(entry::"LedgerEntry") AS body FROM added AS entry
    WHERE entry.type IN ('candidate.created', 'reflection.finished', 'rollout.finished')
    ORDER BY entry."runId", entry.seq
  ), found AS (
    SELECT nextval('"SearchText_id_seq"') AS id, fact.* FROM fact WHERE fact.body IS NOT NULL
  )
  SELECT found.id, found."runId", found.seq, waggle_search_vector(found.id, run, found.type, found.body)
  FROM found JOIN "Run" AS run ON run.id = found."runId";
  RETURN NULL;
END $$;
