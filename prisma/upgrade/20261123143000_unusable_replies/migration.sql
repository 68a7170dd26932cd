-- A reply that came, was paid for and could not be read is a failure as well, with its cause. The worker that reads
-- replies writes the cause here; replies of earlier runs have none, since only their readers knew.
ALTER TABLE "JournalCall" ADD COLUMN "unusable" TEXT;
ALTER TABLE "CallTotal" ADD COLUMN "causes" JSONB NOT NULL DEFAULT '{}';

CREATE FUNCTION waggle_failed(outcome JSONB, unusable TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (outcome->>'ok')::boolean IS FALSE OR unusable IS NOT NULL;

CREATE FUNCTION waggle_cause(outcome JSONB, unusable TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(CASE WHEN (outcome->>'ok')::boolean IS FALSE THEN outcome->'cause'->>'code' END, unusable);

-- Counts by name, added name by name; a name that comes to 0 is left out, so that equal sums are equal objects.
CREATE FUNCTION waggle_add_counts(one JSONB, other JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN other = '{}'::jsonb THEN one WHEN one = '{}'::jsonb THEN other ELSE (
    SELECT coalesce(jsonb_object_agg(name, n), '{}'::jsonb) FROM (
      SELECT name, sum(amount::integer) AS n FROM (
        SELECT key AS name, value AS amount FROM jsonb_each_text(one)
        UNION ALL SELECT key, value FROM jsonb_each_text(other)
      ) AS both_sides GROUP BY name
    ) AS added WHERE n <> 0
  ) END;

CREATE AGGREGATE waggle_sum_counts(JSONB) (SFUNC = waggle_add_counts, STYPE = JSONB, INITCOND = '{}', PARALLEL = SAFE);

-- As in the migration that made the totals, with the replies that could not be read and the causes of all failures.
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
        ELSE pinned.accelerators * least(call."delayMs", coalesce(pinned."timeoutMs", 0)) / 1000
          * CASE WHEN call.hedge IS NULL THEN 1 ELSE 2 END END)::numeric AS gpu
    FROM changed_calls AS call
    JOIN pinned ON pinned.id = call."runId" AND pinned.role = call.role AND pinned.model = call.model
  )
  SELECT "runId", iteration, role, model, purpose, sign * count(*),
    sign * count(*) FILTER (WHERE "answeredAt" IS NULL),
    sign * count(*) FILTER (WHERE "isFailed"),
    sign * count(*) FILTER (WHERE "isRefused"),
    sign * count(*) FILTER (WHERE cached),
    sign * count(hedge),
    sign * count(*) FILTER (WHERE hedge->>'winner' = 'second'),
    sign * count(*) FILTER (WHERE dispatches > 1),
    sign * sum("tokensIn"::bigint), sign * sum("tokensOut"::bigint), sign * sum("tokensCached"::bigint),
    sign * coalesce(sum(waggle_nano("costUsd")), 0),
    sign * coalesce(sum(waggle_nano("spendUsd")), 0),
    sign * coalesce(sum(waggle_nano((hedge->>'usd')::float8)), 0),
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
    hedges = total.hedges + EXCLUDED.hedges,
    "hedgesWon" = total."hedgesWon" + EXCLUDED."hedgesWon",
    "possiblyPaidTwice" = total."possiblyPaidTwice" + EXCLUDED."possiblyPaidTwice",
    "tokensIn" = total."tokensIn" + EXCLUDED."tokensIn",
    "tokensOut" = total."tokensOut" + EXCLUDED."tokensOut",
    "tokensCached" = total."tokensCached" + EXCLUDED."tokensCached",
    "costNano" = total."costNano" + EXCLUDED."costNano",
    "spendNano" = total."spendNano" + EXCLUDED."spendNano",
    "hedgeNano" = total."hedgeNano" + EXCLUDED."hedgeNano",
    "twiceNano" = total."twiceNano" + EXCLUDED."twiceNano",
    unpriced = total.unpriced + EXCLUDED.unpriced,
    "gpuSeconds" = total."gpuSeconds" + EXCLUDED."gpuSeconds",
    "gpuUnmeasured" = total."gpuUnmeasured" + EXCLUDED."gpuUnmeasured",
    causes = waggle_add_counts(total.causes, EXCLUDED.causes);
  RETURN NULL;
END $$;

UPDATE "CallTotal" AS total SET causes = counted.causes
FROM (
  SELECT "runId", iteration, role, model, purpose,
    waggle_sum_counts(jsonb_build_object(waggle_cause(outcome, unusable), 1)) AS causes
  FROM "JournalCall" WHERE waggle_cause(outcome, unusable) IS NOT NULL
  GROUP BY "runId", iteration, role, model, purpose
) AS counted
WHERE total."runId" = counted."runId" AND total.iteration = counted.iteration AND total.role = counted.role
  AND total.model = counted.model AND total.purpose = counted.purpose;
