-- Slow calls are no longer hedged. A call that was hedged becomes one that was possibly paid twice, at the same most that
-- it may have cost; the triggers, which still count hedges here, move its totals along.
UPDATE "JournalCall" SET
  "reservedUsd" = ((dispatches - 1) * "reservedUsd" + coalesce((hedge->>'usd')::float8, 0)) / dispatches,
  "reservedTokens" = ((dispatches - 1) * "reservedTokens" + coalesce((hedge->>'tokens')::float8, 0)) / dispatches,
  dispatches = dispatches + 1,
  hedge = NULL
WHERE hedge IS NOT NULL AND dispatches > 0;

-- As in the migration before, without hedges.
CREATE OR REPLACE FUNCTION waggle_total_calls() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign INTEGER := TG_ARGV[0]::integer;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM changed_calls) THEN
    RETURN NULL;
  END IF;
  INSERT INTO "CallTotal" AS total
  WITH pinned AS MATERIALIZED (
    SELECT run.id, kind.role, kind.model, binding.accelerators, binding."timeoutMs"
    FROM (SELECT DISTINCT "runId", role, model FROM changed_calls) AS kind
    -- A run that is being deleted takes its totals along.
    JOIN "Run" AS run ON run.id = kind."runId"
    LEFT JOIN LATERAL (
      SELECT (value->>'acceleratorsPerCall')::float8 AS accelerators, (value->>'callTimeoutMs')::float8 AS "timeoutMs"
      FROM (
        SELECT key, value FROM jsonb_each(run.manifest->'models')
        UNION ALL SELECT 'proxy', run.manifest->'judging'->'proxy'
      ) AS binding
      WHERE value->>'model' = kind.model AND (key = kind.role OR kind.role = 'evaluator')
      ORDER BY key = kind.role DESC LIMIT 1
    ) AS binding ON true
  ), shares AS (
    SELECT call.*,
      (call."answeredAt" IS NOT NULL AND call.attempts = 0 AND NOT call.cached) AS "isRefused",
      waggle_failed(call.outcome, call.unusable) AS "isFailed",
      waggle_cause(call.outcome, call.unusable) AS cause,
      (CASE WHEN call.purpose = 'environment' OR call.model = 'the candidate itself' THEN 0
        ELSE pinned.accelerators * least(call."delayMs", coalesce(pinned."timeoutMs", 0)) / 1000 END)::numeric AS gpu
    FROM changed_calls AS call
    JOIN pinned ON pinned.id = call."runId" AND pinned.role = call.role AND pinned.model = call.model
  )
  SELECT "runId", iteration, role, model, purpose, sign * count(*),
    sign * count(*) FILTER (WHERE "answeredAt" IS NULL),
    sign * count(*) FILTER (WHERE "isFailed"),
    sign * count(*) FILTER (WHERE "isRefused"),
    sign * count(*) FILTER (WHERE cached),
    sign * count(*) FILTER (WHERE dispatches > 1),
    sign * sum("tokensIn"::bigint), sign * sum("tokensOut"::bigint), sign * sum("tokensCached"::bigint),
    sign * coalesce(sum(waggle_nano("costUsd")), 0),
    sign * coalesce(sum(waggle_nano("spendUsd")), 0),
    sign * coalesce(sum((dispatches - 1) * waggle_nano("reservedUsd")) FILTER (WHERE dispatches > 1), 0),
    sign * count(*) FILTER (WHERE "answeredAt" IS NOT NULL AND "costUsd" IS NULL AND NOT "isRefused"),
    sign * coalesce(sum(gpu), 0),
    sign * count(*) FILTER (WHERE "answeredAt" IS NOT NULL AND NOT "isRefused" AND gpu IS NULL),
    waggle_sum_counts(jsonb_build_object(cause, sign)) FILTER (WHERE cause IS NOT NULL)
  FROM shares
  GROUP BY "runId", iteration, role, model, purpose
  ORDER BY "runId", iteration, role, model, purpose
  ON CONFLICT ("runId", iteration, role, model, purpose) DO UPDATE SET
    calls = total.calls + EXCLUDED.calls,
    unanswered = total.unanswered + EXCLUDED.unanswered,
    failures = total.failures + EXCLUDED.failures,
    refused = total.refused + EXCLUDED.refused,
    cached = total.cached + EXCLUDED.cached,
    "possiblyPaidTwice" = total."possiblyPaidTwice" + EXCLUDED."possiblyPaidTwice",
    "tokensIn" = total."tokensIn" + EXCLUDED."tokensIn",
    "tokensOut" = total."tokensOut" + EXCLUDED."tokensOut",
    "tokensCached" = total."tokensCached" + EXCLUDED."tokensCached",
    "costNano" = total."costNano" + EXCLUDED."costNano",
    "spendNano" = total."spendNano" + EXCLUDED."spendNano",
    "twiceNano" = total."twiceNano" + EXCLUDED."twiceNano",
    unpriced = total.unpriced + EXCLUDED.unpriced,
    "gpuSeconds" = total."gpuSeconds" + EXCLUDED."gpuSeconds",
    "gpuUnmeasured" = total."gpuUnmeasured" + EXCLUDED."gpuUnmeasured",
    causes = waggle_add_counts(total.causes, EXCLUDED.causes);
  RETURN NULL;
END $$;

ALTER TABLE "JournalCall" DROP COLUMN "hedge";
ALTER TABLE "CallTotal" DROP COLUMN "hedges", DROP COLUMN "hedgesWon", DROP COLUMN "hedgeNano";
