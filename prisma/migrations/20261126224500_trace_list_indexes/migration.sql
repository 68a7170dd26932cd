-- Lists of traces at a million rows: every filter of lib/domain/trace-filter has an index that narrows it.

-- The order of the list, with the small columns that filters compare: a page without hits is read from the index alone.
-- Names stay out of it, since an entry of an index has at most 2,704 bytes.
DROP INDEX "Trace_workspaceId_startedAt_id_idx";
CREATE INDEX "Trace_list_idx" ON "Trace"("workspaceId", "startedAt" DESC, "id" DESC, "source", "state", "score", "steps", "tokensIn", "tokensOut", "costUsd");

-- Complete traces without a score: the queue of the judge page.
CREATE INDEX "Trace_to_judge_idx" ON "Trace"("workspaceId", "startedAt" DESC, "id" DESC, "source", "steps", "tokensIn", "tokensOut", "costUsd") WHERE (state = 'complete'::text AND score IS NULL AND error IS NULL);

CREATE INDEX "Trace_errors_idx" ON "Trace"("workspaceId", "startedAt" DESC, "id" DESC) WHERE (error IS NOT NULL);
CREATE INDEX "Trace_workspaceId_service_startedAt_id_idx" ON "Trace"("workspaceId", "service", "startedAt" DESC, "id" DESC);
CREATE INDEX "Trace_prompt_idx" ON "Trace"("workspaceId", "promptName", "promptVersion", "startedAt" DESC, "id" DESC);
CREATE INDEX "Trace_workspaceId_sessionId_idx" ON "Trace"("workspaceId", "sessionId");
CREATE INDEX "Trace_models_idx" ON "Trace" USING GIN ("models");
CREATE INDEX "Trace_tools_idx" ON "Trace" USING GIN ("tools");

-- Words of the three texts, with the workspace as a mark, as in waggle_search_vector. A body of the SQL standard, since
-- indexes are built without a search path.
CREATE FUNCTION waggle_trace_words(workspace text, task text, output text, error text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000
    RETURN array_to_tsvector(
      waggle_words(task || ' ' || output || ' ' || COALESCE(error, '')) || ARRAY['§workspace=' || workspace]);
CREATE INDEX "Trace_words_idx" ON "Trace" USING GIN (waggle_trace_words("workspaceId", task, output, error));
