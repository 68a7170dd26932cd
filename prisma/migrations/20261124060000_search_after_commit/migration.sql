-- Search texts are kept after the commit of their facts, by workers and by searches within one run, so that the ledger
-- does not wait for them. Rollouts of evaluations are kept only once a search within their run asks for them.
DROP TRIGGER "LedgerEntry_search" ON "LedgerEntry";
DROP FUNCTION waggle_keep_search_text();

CREATE TABLE "SearchProgress" (
    "runId" TEXT NOT NULL,
    "learnedSeq" INTEGER NOT NULL DEFAULT 0,
    "evaluatedSeq" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "SearchProgress_pkey" PRIMARY KEY ("runId")
);

ALTER TABLE "SearchProgress" ADD CONSTRAINT "SearchProgress_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The trigger kept all that is there.
INSERT INTO "SearchProgress" ("runId", "learnedSeq", "evaluatedSeq")
SELECT id, "lastSeq", "lastSeq" FROM "Run" WHERE "lastSeq" > 0;

-- Keeps the search texts of the next facts of a run: those of learning, or the rollouts of its evaluations. Returns how
-- many facts were read: 0 = none left, null = another session keeps them now.
CREATE FUNCTION waggle_keep_search_texts(run text, evaluated boolean, most integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
DECLARE
  reached integer;
  last integer;
BEGIN
  INSERT INTO "SearchProgress" ("runId") VALUES (run) ON CONFLICT DO NOTHING;
  SELECT CASE WHEN evaluated THEN progress."evaluatedSeq" ELSE progress."learnedSeq" END INTO reached
    FROM "SearchProgress" AS progress WHERE progress."runId" = run FOR UPDATE SKIP LOCKED;
  IF reached IS NULL THEN RETURN NULL; END IF;
  SELECT max(next.seq) INTO last FROM (
    SELECT entry.seq FROM "LedgerEntry" AS entry WHERE entry."runId" = run AND entry.seq > reached
    ORDER BY entry.seq LIMIT most) AS next;
  IF last IS NULL THEN RETURN 0; END IF;
  INSERT INTO "SearchText" (id, "runId", seq, words)
  WITH fact AS MATERIALIZED (
    SELECT entry."runId", entry.seq, entry.type, waggle_searched_text(entry) AS body FROM "LedgerEntry" AS entry
    WHERE entry."runId" = run AND entry.seq > reached AND entry.seq <= last
      AND entry.type IN ('candidate.created', 'reflection.finished', 'rollout.finished')
      AND (entry.type = 'rollout.finished' AND entry.data->>'split' <> 'train') = evaluated
    ORDER BY entry.seq
  ), found AS (
    SELECT nextval('"SearchText_id_seq"') AS id, fact.* FROM fact WHERE fact.body IS NOT NULL
  )
  SELECT found.id, found."runId", found.seq, waggle_search_vector(found.id, owner, found.type, found.body)
  FROM found JOIN "Run" AS owner ON owner.id = found."runId"
  ON CONFLICT ("runId", seq) DO NOTHING;
  UPDATE "SearchProgress" AS progress SET
    "learnedSeq" = CASE WHEN evaluated THEN progress."learnedSeq" ELSE last END,
    "evaluatedSeq" = CASE WHEN evaluated THEN last ELSE progress."evaluatedSeq" END
  WHERE progress."runId" = run;
  RETURN last - reached;
END $$;

-- A change of the fence takes the lock that FOR KEY SHARE excludes, since a unique index holds it.
CREATE UNIQUE INDEX "Run_id_fence_key" ON "Run"("id", "fence");
