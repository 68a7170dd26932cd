-- Lists of traces at a million rows: what a filter names is in one index with the words, so that one scan intersects it all.
-- Two rare words, or a service and the tool of another, read the entries of the rarest alone.

DROP INDEX "Trace_models_idx";
DROP INDEX "Trace_tools_idx";
DROP INDEX "Trace_words_idx";
DROP FUNCTION waggle_trace_words(text, text, text, text);

-- Filters name at most 200 characters: the 201st keeps longer names from being found by their beginning.
CREATE FUNCTION waggle_trace_marks(mark text, names text[]) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN COALESCE((SELECT array_agg('§' || mark || '=' || left(name, 201)) FROM unnest(names) AS name), '{}');

-- Marks alone as a search; waggle_search_query has them beside words.
CREATE FUNCTION waggle_marks_query(marks text[]) RETURNS tsquery
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT string_agg('''' || replace(replace(mark, '\', '\\'), '''', '''''') || '''', ' & ')
      FROM unnest(marks) AS mark)::tsquery;

-- Words of the three texts, and marks of what filters compare as a whole. An error counts as failed where there is no score.
-- A function with a subquery is not inlined, so that its cost (0.3 ms a trace) is known to the planner.
CREATE FUNCTION waggle_trace_terms(
    workspace text, source text, service text, models text[], tools text[], prompt_name text, prompt_version text,
    score double precision, task text, output text, error text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100000
    RETURN (SELECT array_to_tsvector(
      waggle_words(task || ' ' || output || ' ' || COALESCE(error, ''))
      || waggle_trace_marks('model', models) || waggle_trace_marks('tool', tools)
      || array_remove(ARRAY[
        '§workspace=' || workspace,
        '§source=' || source,
        '§service=' || left(service, 201),
        '§promptName=' || left(prompt_name, 201),
        '§promptVersion=' || left(prompt_version, 201),
        CASE WHEN error IS NULL THEN '§error=no' ELSE '§error=yes' END,
        CASE WHEN score IS NULL AND error IS NULL THEN '§outcome=unjudged' ELSE '§outcome=judged' END,
        CASE WHEN score >= 1 THEN '§outcome=right' WHEN score >= 0.5 THEN '§outcome=partly'
          WHEN score < 0.5 OR error IS NOT NULL THEN '§outcome=failed' END
      ], NULL)));
CREATE INDEX "Trace_terms_idx" ON "Trace" USING GIN (waggle_trace_terms("workspaceId", source, service, models, tools,
    "promptName", "promptVersion", score, task, output, error));

-- The sum of tokens, which filters compare, in the place of its parts.
DROP INDEX "Trace_list_idx";
CREATE INDEX "Trace_list_idx" ON "Trace"("workspaceId", "startedAt" DESC, "id" DESC, "source", "state", "score", "steps", ("tokensIn" + "tokensOut"), "costUsd");
