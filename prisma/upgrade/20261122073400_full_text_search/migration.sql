-- Full-text search over prompts, reflections and traces. The table holds words and a place, never a text: what is shown
-- of a hit is read where it stands. It is kept up in the statement that writes the ledger, so it never lags behind.

-- CreateTable
CREATE TABLE "SearchText" (
    "id" BIGSERIAL NOT NULL,
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "SearchText_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "SearchText" ADD CONSTRAINT "SearchText_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;



-- What follows is written by hand.

-- Words of any language: in lower case, parted at everything that is neither letter nor digit, so that the parts of an
-- identifier or a number can be found one by one. What parts them is told by character, not by the server's locale.
CREATE FUNCTION waggle_words(body text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT COALESCE(array_agg(DISTINCT left(word, 100)), '{}')
  FROM regexp_split_to_table(lower(left(body, 100000)),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f]+') AS word
  WHERE word <> ''
$$;

-- Rows next to each other share a window, and windows a span, so that the newest hits of a common word are found
-- without reading them all.
CREATE FUNCTION waggle_search_window() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT 32768::bigint $$;
CREATE FUNCTION waggle_search_span() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT 524288::bigint $$;

-- Lines of a prompt without what only counts: a bullet that was called helpful once more says nothing new.
CREATE FUNCTION waggle_prompt_lines(body text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_split_to_array(regexp_replace(body, 'helpful=\d+ harmful=\d+', '', 'g'), '\n')
$$;

-- What a fact is found by; null = by nothing. A prompt: its lines that the prompt stated before it did not have, or
-- each version of a growing playbook would be found for every line that it merely kept. A trace: the question, what
-- came back and the final answer.
CREATE FUNCTION waggle_searched_text(fact "LedgerEntry") RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE fact.type
    WHEN 'candidate.created' THEN
      RETURN (
        WITH earlier AS (
          SELECT waggle_prompt_lines(entry.data->>'text') AS lines FROM "LedgerEntry" AS entry
          WHERE entry."runId" = fact."runId" AND entry.type = fact.type AND entry.seq < fact.seq
          ORDER BY entry.seq DESC LIMIT 1)
        SELECT string_agg(line, E'\n') FROM unnest(waggle_prompt_lines(fact.data->>'text')) AS line
        WHERE line <> ALL (COALESCE((SELECT lines FROM earlier), '{}')));
    WHEN 'reflection.finished' THEN
      RETURN concat_ws(E'\n', fact.data->>'exampleId', fact.data->>'text');
    WHEN 'rollout.finished' THEN
      RETURN concat_ws(E'\n', fact.data->>'exampleId', fact.data->>'answer',
        (SELECT left(example.question, 1000) FROM "Run" AS run
          JOIN "Experiment" AS experiment ON experiment.id = run."experimentId"
          JOIN "SplitRegistration" AS split ON split.id = experiment."splitId"
          JOIN "Example" AS example ON example."datasetId" = split."datasetId" AND example.id = fact.data->>'exampleId'
          WHERE run.id = fact."runId"),
        -- A look-up a call, however many the planner expects: a join would read the whole journal.
        (SELECT string_agg((SELECT call.outcome->>'text' FROM "JournalCall" AS call
          WHERE call."runId" = fact."runId" AND call.key = asked), E'\n')
          FROM jsonb_array_elements_text(fact.data->'callKeys') AS asked));
    ELSE RETURN NULL;
  END CASE;
END $$;

-- Words, and marks of what a search is narrowed to. A mark opens with a sign that parts words, so no text can hold one;
-- with it the one index answers for words, workspace, kind, experiment, run and window together.
CREATE FUNCTION waggle_search_vector(id bigint, run "Run", type text, body text) RETURNS tsvector
LANGUAGE sql STABLE AS $$
  SELECT array_to_tsvector(waggle_words(body) || ARRAY['§type=' || type, '§run=' || run.id,
    '§experiment=' || run."experimentId", '§workspace=' || run."workspaceId",
    '§window=' || id / waggle_search_window(), '§span=' || id / waggle_search_span()])
$$;

CREATE FUNCTION waggle_keep_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "SearchText" (id, "runId", seq, words)
  SELECT found.id, found."runId", found.seq, waggle_search_vector(found.id, run, found.type, found.body)
  FROM (
    SELECT nextval('"SearchText_id_seq"') AS id, fact."runId", fact.seq, fact.type, fact.body
    FROM (SELECT entry."runId", entry.seq, entry.type, waggle_searched_text(entry::"LedgerEntry") AS body FROM added AS entry
      WHERE entry.type IN ('candidate.created', 'reflection.finished', 'rollout.finished')
      ORDER BY entry."runId", entry.seq) AS fact
    WHERE fact.body IS NOT NULL
  ) AS found JOIN "Run" AS run ON run.id = found."runId";
  RETURN NULL;
END $$;

-- The newest rows that a query wants, newest first: two windows, then span by span, until there are enough. So a common
-- word costs what a window holds of it, and a rare one what its own list holds. Adding nothing to an id keeps the
-- planner from walking all rows by it: the index of words has to answer.
CREATE FUNCTION waggle_search(wanted tsquery, before bigint, most int)
RETURNS TABLE (id bigint, "runId" text, seq int) LANGUAGE plpgsql STABLE
SET enable_seqscan = off AS $$
DECLARE
  first_id bigint := (SELECT entry.id FROM "SearchText" AS entry ORDER BY entry.id LIMIT 1);
  last_id bigint := (SELECT entry.id FROM "SearchText" AS entry ORDER BY entry.id DESC LIMIT 1);
  bound bigint := LEAST(before, last_id + 1);
  steps int := 0;
  given int := 0;
  width bigint;
  mark tsquery;
  added int;
BEGIN
  WHILE given < most AND bound > first_id LOOP
    width := CASE WHEN steps < 2 THEN waggle_search_window() ELSE waggle_search_span() END;
    mark := ('''§' || CASE WHEN steps < 2 THEN 'window' ELSE 'span' END || '=' || (bound - 1) / width || '''')::tsquery;
    RETURN QUERY SELECT entry.id, entry."runId", entry.seq FROM "SearchText" AS entry
      WHERE entry.words @@ (wanted && mark) AND entry.id + 0 < bound
      ORDER BY entry.id + 0 DESC LIMIT most - given;
    GET DIAGNOSTICS added = ROW_COUNT;
    given := given + added;
    bound := (bound - 1) / width * width;
    steps := steps + 1;
  END LOOP;
END $$;

-- All of the words, those of three characters and more as beginnings, and all of the marks; null where there is no word.
CREATE FUNCTION waggle_search_query(typed text, marks text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (string_agg('''' || word || '''' || CASE WHEN length(word) < 3 THEN '' ELSE ':*' END, ' & ')
    || ' & ' || (SELECT string_agg('''' || replace(replace(mark, '\', '\\'), '''', '''''') || '''', ' & ') FROM unnest(marks) AS mark))::tsquery
  FROM unnest(waggle_words(typed)) AS word
$$;

-- What was written before there was a search. The indexes come after it: so they are made in one go.
INSERT INTO "SearchText" (id, "runId", seq, words)
SELECT found.id, found."runId", found.seq, waggle_search_vector(found.id, run, found.type, found.body)
FROM (
  SELECT nextval('"SearchText_id_seq"') AS id, fact."runId", fact.seq, fact.type, fact.body
  FROM (SELECT entry."runId", entry.seq, entry.type, waggle_searched_text(entry) AS body FROM "LedgerEntry" AS entry
    WHERE entry.type IN ('candidate.created', 'reflection.finished', 'rollout.finished')
    ORDER BY entry.at, entry."runId", entry.seq) AS fact
  WHERE fact.body IS NOT NULL
) AS found JOIN "Run" AS run ON run.id = found."runId";

-- CreateIndex
CREATE UNIQUE INDEX "SearchText_runId_seq_key" ON "SearchText"("runId", "seq");

-- CreateIndex
CREATE INDEX "SearchText_words_idx" ON "SearchText" USING GIN ("words");

CREATE TRIGGER "LedgerEntry_search" AFTER INSERT ON "LedgerEntry" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION waggle_keep_search_text();
