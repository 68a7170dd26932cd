-- What the calls of a run come to, kept beside them: a row an iteration, role, model and purpose. A page adds up some
-- thousands of these instead of a hundred thousand calls.
CREATE TABLE "CallTotal" (
    "runId" TEXT NOT NULL,
    "iteration" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "unanswered" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "cached" INTEGER NOT NULL,
    "hedges" INTEGER NOT NULL,
    "hedgesWon" INTEGER NOT NULL,
    "possiblyPaidTwice" INTEGER NOT NULL,
    "tokensIn" BIGINT NOT NULL,
    "tokensOut" BIGINT NOT NULL,
    "tokensCached" BIGINT NOT NULL,
    "costNano" DECIMAL(38,0) NOT NULL,
    "spendNano" DECIMAL(38,0) NOT NULL,
    "hedgeNano" DECIMAL(38,0) NOT NULL,
    "twiceNano" DECIMAL(38,0) NOT NULL,
    "unpriced" INTEGER NOT NULL,
    "gpuSeconds" DECIMAL(38,12) NOT NULL,
    "gpuUnmeasured" INTEGER NOT NULL,

    CONSTRAINT "CallTotal_pkey" PRIMARY KEY ("runId","iteration","role","model","purpose")
);

ALTER TABLE "CallTotal" ADD CONSTRAINT "CallTotal_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written over and over while a run goes on; room on the page keeps that from growing the table and its index.
ALTER TABLE "CallTotal" SET (fillfactor = 60);

-- Dollars as whole nanodollars, which add up to the same in every order. A price beyond a billion dollars is none:
-- the totals must never be what keeps an answer that was paid for from being written down.
CREATE FUNCTION waggle_nano(usd DOUBLE PRECISION) RETURNS NUMERIC LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN usd > 1000000000 THEN 1000000000000000000 ELSE round(usd::numeric * 1000000000) END;

-- One transaction with the calls themselves, whoever writes them: what a killed process did not write of a call it did
-- not add either, and what is written again is taken away as it was and added as it is. The first argument is the sign.
-- Which model a call went to, and so how many accelerators it kept busy, stands in the run's manifest; a judge's seat
-- may be taken by the proposer or a proxy, which only the model's name tells.
CREATE FUNCTION waggle_total_calls() RETURNS trigger LANGUAGE plpgsql AS $$
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
      (CASE WHEN call.purpose = 'environment' OR call.model = 'the candidate itself' THEN 0
        ELSE pinned.accelerators * least(call."delayMs", coalesce(pinned."timeoutMs", 0)) / 1000
          * CASE WHEN call.hedge IS NULL THEN 1 ELSE 2 END END)::numeric AS gpu
    FROM changed_calls AS call
    JOIN pinned ON pinned.id = call."runId" AND pinned.role = call.role AND pinned.model = call.model
  )
  SELECT "runId", iteration, role, model, purpose, sign * count(*),
    sign * count(*) FILTER (WHERE "answeredAt" IS NULL),
    sign * count(*) FILTER (WHERE (outcome->>'ok')::boolean IS FALSE),
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
    sign * count(*) FILTER (WHERE "answeredAt" IS NOT NULL AND NOT "isRefused" AND gpu IS NULL)
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
    "gpuUnmeasured" = total."gpuUnmeasured" + EXCLUDED."gpuUnmeasured";
  RETURN NULL;
END $$;

CREATE TRIGGER "JournalCall_total_insert" AFTER INSERT ON "JournalCall"
  REFERENCING NEW TABLE AS changed_calls FOR EACH STATEMENT EXECUTE FUNCTION waggle_total_calls('1');
CREATE TRIGGER "JournalCall_total_update_before" AFTER UPDATE ON "JournalCall"
  REFERENCING OLD TABLE AS changed_calls FOR EACH STATEMENT EXECUTE FUNCTION waggle_total_calls('-1');
CREATE TRIGGER "JournalCall_total_update_now" AFTER UPDATE ON "JournalCall"
  REFERENCING NEW TABLE AS changed_calls FOR EACH STATEMENT EXECUTE FUNCTION waggle_total_calls('1');
CREATE TRIGGER "JournalCall_total_delete" AFTER DELETE ON "JournalCall"
  REFERENCING OLD TABLE AS changed_calls FOR EACH STATEMENT EXECUTE FUNCTION waggle_total_calls('-1');

-- The calls that stand already, through the same function as all that come: they are read as if just written.
CREATE TABLE "JournalCallOnce" (LIKE "JournalCall");
CREATE TRIGGER "JournalCallOnce_total" AFTER INSERT ON "JournalCallOnce"
  REFERENCING NEW TABLE AS changed_calls FOR EACH STATEMENT EXECUTE FUNCTION waggle_total_calls('1');
INSERT INTO "JournalCallOnce" SELECT * FROM "JournalCall";
DROP TABLE "JournalCallOnce";
