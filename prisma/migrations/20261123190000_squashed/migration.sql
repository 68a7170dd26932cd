-- The schema at the squash point, for new databases. Databases with older migrations take prisma/upgrade to the same point;
-- server/db/squash.db.test.ts compares the two. Functions are created before the tables that their bodies name.
SET check_function_bodies = false;

CREATE TYPE "Role" AS ENUM (
    'owner',
    'experimenter',
    'reviewer',
    'viewer'
);

CREATE TYPE "RunControl" AS ENUM (
    'run',
    'pause',
    'stop'
);

CREATE TYPE "RunKind" AS ENUM (
    'serialBaseline',
    'combee',
    'comparisonPoint',
    'evaluation'
);

CREATE TYPE "RunStatus" AS ENUM (
    'queued',
    'running',
    'paused',
    'stopped',
    'finished',
    'failed'
);

CREATE TYPE "Split" AS ENUM (
    'train',
    'selection',
    'heldOut',
    'confirmation'
);

CREATE FUNCTION waggle_add_counts(one jsonb, other jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (other = '{}'::jsonb) THEN one WHEN (one = '{}'::jsonb) THEN other ELSE (SELECT COALESCE(jsonb_object_agg(added.name, added.n), '{}'::jsonb) AS "coalesce" FROM (SELECT both_sides.name, sum((both_sides.amount)::integer) AS n FROM (SELECT jsonb_each_text.key AS name, jsonb_each_text.value AS amount FROM jsonb_each_text(waggle_add_counts.one) jsonb_each_text(key, value) UNION ALL SELECT jsonb_each_text.key, jsonb_each_text.value FROM jsonb_each_text(waggle_add_counts.other) jsonb_each_text(key, value)) both_sides GROUP BY both_sides.name) added WHERE (added.n <> 0)) END;

CREATE FUNCTION waggle_cause(outcome jsonb, unusable text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN COALESCE(CASE WHEN (((outcome ->> 'ok'::text))::boolean IS FALSE) THEN ((outcome -> 'cause'::text) ->> 'code'::text) ELSE NULL::text END, unusable);

CREATE FUNCTION waggle_failed(outcome jsonb, unusable text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((((outcome ->> 'ok'::text))::boolean IS FALSE) OR (unusable IS NOT NULL));

CREATE FUNCTION waggle_keep_audit_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "Workspace" WHERE "id" = OLD."workspaceId") THEN
    RAISE EXCEPTION 'AuditEntry is append-only: DELETE refused while its workspace exists' USING ERRCODE = 'WG001';
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION waggle_keep_ledger_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "Run" WHERE "id" = OLD."runId") THEN
    RAISE EXCEPTION 'LedgerEntry is append-only: DELETE refused while its run exists' USING ERRCODE = 'WG001';
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION waggle_keep_of_canary() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "Canary" WHERE "id" = OLD."canaryId") THEN
    RAISE EXCEPTION '% is append-only: DELETE refused while its canary exists', TG_TABLE_NAME USING ERRCODE = 'WG001';
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION waggle_keep_of_slot() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "Slot" WHERE "id" = OLD."slotId") THEN
    RAISE EXCEPTION '% is append-only: DELETE refused while its slot exists', TG_TABLE_NAME USING ERRCODE = 'WG001';
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION waggle_keep_pinned_assignment() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  pinned text;
BEGIN
  SELECT r."id" INTO pinned FROM "SplitRegistration" r JOIN "Dataset" d ON d."id" = r."datasetId"
    WHERE r."pinnedAt" IS NOT NULL
      AND (TG_OP <> 'INSERT' AND r."id" = OLD."registrationId" OR TG_OP <> 'DELETE' AND r."id" = NEW."registrationId")
    LIMIT 1;
  IF pinned IS NOT NULL THEN
    RAISE EXCEPTION 'Split % is pinned by its first score: % of an assignment refused', pinned, TG_OP USING ERRCODE = 'WG002';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE FUNCTION waggle_keep_pinned_example() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "SplitRegistration" WHERE "datasetId" = OLD."datasetId" AND "pinnedAt" IS NOT NULL) THEN
    RAISE EXCEPTION 'Example % belongs to a data set with a pinned split: UPDATE refused', OLD."id" USING ERRCODE = 'WG002';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION waggle_keep_pinned_split() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  loose text[] := ARRAY['heldOutUses', 'owner', 'usedToTune', 'usedToTuneNote'];
BEGIN
  IF TG_OP = 'UPDATE' AND OLD."usedToTune" IS TRUE AND NEW."usedToTune" IS NOT TRUE THEN
    RAISE EXCEPTION 'Split % was used to tune: % refused', OLD."id", TG_OP USING ERRCODE = 'WG002';
  END IF;
  IF OLD."pinnedAt" IS NULL THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT 1 FROM "Dataset" WHERE "id" = OLD."datasetId") THEN
      RETURN OLD;
    END IF;
  ELSIF to_jsonb(NEW) - loose = to_jsonb(OLD) - loose THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Split % is pinned by its first score: % refused', OLD."id", TG_OP USING ERRCODE = 'WG002';
END $$;

CREATE FUNCTION waggle_keep_registered_canary() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF OLD."planHash" IS NOT NULL AND (
    NEW."plan"::text IS DISTINCT FROM OLD."plan"::text
    OR NEW."planHash" IS DISTINCT FROM OLD."planHash"
    OR NEW."challengerId" <> OLD."challengerId"
    OR NEW."incumbentId" IS DISTINCT FROM OLD."incumbentId"
    OR NEW."registeredAt" IS DISTINCT FROM OLD."registeredAt"
    OR NEW."registeredBy" IS DISTINCT FROM OLD."registeredBy"
    OR NEW."slotId" <> OLD."slotId"
  ) THEN
    RAISE EXCEPTION 'What was registered does not move' USING ERRCODE = 'WG001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION waggle_keep_search_text() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION waggle_keep_slot_kind() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW."kind" <> OLD."kind" OR NEW."slug" <> OLD."slug" OR NEW."workspaceId" <> OLD."workspaceId" THEN
    RAISE EXCEPTION 'A slot keeps its kind and its key' USING ERRCODE = 'WG001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION waggle_nano(usd double precision) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (usd > (1000000000)::double precision) THEN ('1000000000000000000'::bigint)::numeric ELSE round(((usd)::numeric * (1000000000)::numeric)) END;

CREATE FUNCTION waggle_prompt_lines(body text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT regexp_split_to_array(regexp_replace(body, 'helpful=\d+ harmful=\d+', '', 'g'), '\n')
$$;

CREATE FUNCTION waggle_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'WG001';
END $$;

CREATE FUNCTION waggle_search(wanted tsquery, before bigint, most integer) RETURNS TABLE(id bigint, "runId" text, seq integer)
    LANGUAGE plpgsql STABLE
    SET enable_seqscan TO 'off'
    AS $$
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

CREATE FUNCTION waggle_search_query(typed text, marks text[]) RETURNS tsquery
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT (string_agg('''' || word || '''' || CASE WHEN length(word) < 3 THEN '' ELSE ':*' END, ' & ')
    || ' & ' || (SELECT string_agg('''' || replace(replace(mark, '\', '\\'), '''', '''''') || '''', ' & ') FROM unnest(marks) AS mark))::tsquery
  FROM unnest(waggle_words(typed)) AS word
$$;

CREATE FUNCTION waggle_search_span() RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT 524288::bigint $$;

CREATE TABLE "Run" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    "experimentId" text NOT NULL,
    kind "RunKind" NOT NULL,
    label text NOT NULL,
    seed integer NOT NULL,
    manifest jsonb NOT NULL,
    "manifestHash" text NOT NULL,
    status "RunStatus" DEFAULT 'queued'::"RunStatus" NOT NULL,
    control "RunControl" DEFAULT 'run'::"RunControl" NOT NULL,
    "statusReason" text,
    "runHash" text,
    practice boolean DEFAULT false NOT NULL,
    "lastSeq" integer DEFAULT 0 NOT NULL,
    fence integer DEFAULT 0 NOT NULL,
    worker text,
    summary jsonb DEFAULT '{}'::jsonb NOT NULL,
    "createdBy" text NOT NULL,
    "archivedAt" timestamp(3) with time zone,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "startedAt" timestamp(3) with time zone,
    "endedAt" timestamp(3) with time zone,
    "branchedFromId" text,
    "groupId" text,
    "readinessLight" text,
    "readinessOfId" text,
    "lanesWanted" integer,
    tags text[] DEFAULT ARRAY[]::text[],
    "startsAs" jsonb
);

CREATE FUNCTION waggle_search_vector(id bigint, run "Run", type text, body text) RETURNS tsvector
    LANGUAGE sql STABLE
    AS $$
  SELECT array_to_tsvector(waggle_words(body) || ARRAY['§type=' || type, '§run=' || run.id,
    '§experiment=' || run."experimentId", '§workspace=' || run."workspaceId",
    '§window=' || id / waggle_search_window(), '§span=' || id / waggle_search_span()])
$$;

CREATE FUNCTION waggle_search_window() RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT 32768::bigint $$;

CREATE TABLE "LedgerEntry" (
    "runId" text NOT NULL,
    seq integer NOT NULL,
    type text NOT NULL,
    key text NOT NULL,
    data jsonb NOT NULL,
    measured jsonb NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

CREATE FUNCTION waggle_searched_text(fact "LedgerEntry") RETURNS text
    LANGUAGE plpgsql STABLE
    AS $$
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

CREATE FUNCTION waggle_total_calls() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION waggle_words(body text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT COALESCE(array_agg(DISTINCT left(word, 100)), '{}')
  FROM regexp_split_to_table(lower(left(body, 100000)),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f]+') AS word
  WHERE word <> ''
$$;

CREATE AGGREGATE waggle_sum_counts(jsonb) (
    SFUNC = waggle_add_counts,
    STYPE = jsonb,
    INITCOND = '{}',
    PARALLEL = safe
);

CREATE TABLE "AcceptedPrompt" (
    "runId" text NOT NULL,
    "candidateHash" text NOT NULL,
    iteration integer NOT NULL,
    rollouts integer NOT NULL,
    tokens bigint NOT NULL,
    "gpuSeconds" double precision,
    "wallMs" double precision NOT NULL,
    "heldOutScore" double precision NOT NULL,
    "costUsd" double precision,
    "spendUsd" double precision,
    "perPoint" jsonb NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "ApiKey" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    name text NOT NULL,
    role "Role" NOT NULL,
    "secretHash" text NOT NULL,
    prefix text NOT NULL,
    "createdBy" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "lastUsedAt" timestamp(3) with time zone,
    "expiresAt" timestamp(3) with time zone,
    "revokedAt" timestamp(3) with time zone,
    "isBrowser" boolean DEFAULT false NOT NULL,
    scopes text[] DEFAULT ARRAY[]::text[],
    "slotId" text,
    origins text[] DEFAULT ARRAY[]::text[]
);

CREATE TABLE "ArmOutcome" (
    "canaryId" text NOT NULL,
    step integer NOT NULL,
    "exposureId" text NOT NULL,
    variant text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    score double precision,
    "latencyMs" double precision,
    "costUsd" double precision,
    failure text,
    "countedAt" timestamp(3) with time zone,
    cluster text,
    custom jsonb
);

CREATE TABLE "AuditEntry" (
    id bigint NOT NULL,
    "workspaceId" text NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    detail jsonb NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE SEQUENCE "AuditEntry_id_seq"
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE "AuditEntry_id_seq" OWNED BY "AuditEntry".id;

CREATE TABLE "AuditSeal" (
    "workspaceId" text NOT NULL,
    seq bigint NOT NULL,
    "entryId" bigint NOT NULL,
    "previousHash" text NOT NULL,
    hash text NOT NULL,
    "sealedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "CallTotal" (
    "runId" text NOT NULL,
    iteration integer NOT NULL,
    role text NOT NULL,
    model text NOT NULL,
    purpose text NOT NULL,
    calls integer NOT NULL,
    unanswered integer NOT NULL,
    failures integer NOT NULL,
    refused integer NOT NULL,
    cached integer NOT NULL,
    "possiblyPaidTwice" integer NOT NULL,
    "tokensIn" bigint NOT NULL,
    "tokensOut" bigint NOT NULL,
    "tokensCached" bigint NOT NULL,
    "costNano" numeric(38,0) NOT NULL,
    "spendNano" numeric(38,0) NOT NULL,
    "twiceNano" numeric(38,0) NOT NULL,
    unpriced integer NOT NULL,
    "gpuSeconds" numeric(38,12) NOT NULL,
    "gpuUnmeasured" integer NOT NULL,
    causes jsonb DEFAULT '{}'::jsonb NOT NULL
)
WITH (fillfactor='60');

CREATE TABLE "Canary" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    "slotId" text NOT NULL,
    "challengerId" text NOT NULL,
    "incumbentId" text,
    state text DEFAULT 'drafted'::text NOT NULL,
    draft jsonb NOT NULL,
    plan jsonb,
    "planHash" text,
    "registeredBy" text,
    "registeredAt" timestamp(3) with time zone,
    "startedAt" timestamp(3) with time zone,
    step integer,
    "stageStartedAt" timestamp(3) with time zone,
    "lastTrafficAt" timestamp(3) with time zone,
    progress jsonb,
    tally jsonb,
    evidence jsonb,
    "evidenceHash" text,
    "isHeld" boolean DEFAULT false NOT NULL,
    "createdBy" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "endedAt" timestamp(3) with time zone
);

CREATE TABLE "CanaryApproval" (
    id bigint NOT NULL,
    "canaryId" text NOT NULL,
    "userId" text NOT NULL,
    name text NOT NULL,
    decision text NOT NULL,
    hash text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE SEQUENCE "CanaryApproval_id_seq"
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE "CanaryApproval_id_seq" OWNED BY "CanaryApproval".id;

CREATE TABLE "CanaryComment" (
    id text NOT NULL,
    "canaryId" text NOT NULL,
    body text NOT NULL,
    "authorId" text,
    author text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "deletedAt" timestamp(3) with time zone
);

CREATE TABLE "CanaryLook" (
    "canaryId" text NOT NULL,
    stage text NOT NULL,
    look integer NOT NULL,
    pairs integer NOT NULL,
    discordant integer NOT NULL,
    difference double precision NOT NULL,
    lower double precision,
    upper double precision,
    verdict text NOT NULL,
    detail jsonb NOT NULL,
    at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "CanaryPair" (
    "canaryId" text NOT NULL,
    stage text NOT NULL,
    "exposureId" text NOT NULL,
    cluster text,
    at timestamp(3) with time zone NOT NULL,
    "incumbentScore" double precision,
    "challengerScore" double precision,
    "incumbentLatencyMs" double precision,
    "challengerLatencyMs" double precision,
    "incumbentCostUsd" double precision,
    "challengerCostUsd" double precision,
    "incumbentFailure" text,
    "challengerFailure" text,
    custom jsonb,
    "countedAt" timestamp(3) with time zone
);

CREATE TABLE "ConfirmationOpening" (
    "registrationId" text NOT NULL,
    "workspaceId" text NOT NULL,
    "runId" text NOT NULL,
    "candidateHash" text NOT NULL,
    "evaluationRunId" text NOT NULL,
    "openedBy" text NOT NULL,
    "openedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "ConfoundingAcknowledgement" (
    "runId" text NOT NULL,
    "workspaceId" text NOT NULL,
    reason text NOT NULL,
    "acknowledgedBy" text NOT NULL,
    "acknowledgedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "Dataset" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    preset text NOT NULL,
    bundled boolean DEFAULT false NOT NULL,
    hash text NOT NULL,
    "exampleCount" integer NOT NULL,
    "importReport" jsonb NOT NULL,
    "createdBy" text NOT NULL,
    "archivedAt" timestamp(3) with time zone,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    counts jsonb
);

CREATE TABLE "DatasetImport" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    name text NOT NULL,
    options jsonb NOT NULL,
    files jsonb NOT NULL,
    state text NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    "bytesRead" bigint DEFAULT 0 NOT NULL,
    records integer DEFAULT 0 NOT NULL,
    "faultCount" integer DEFAULT 0 NOT NULL,
    saved integer DEFAULT 0 NOT NULL,
    problem jsonb,
    "datasetId" text,
    "startedBy" text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "startedAt" timestamp(3) with time zone,
    "touchedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "endedAt" timestamp(3) with time zone
);

CREATE TABLE "Diagnosis" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    "scopeHash" text NOT NULL,
    "runId" text,
    verdict text NOT NULL,
    reason text NOT NULL,
    detail jsonb NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    hash text,
    "importedRunId" text
);

CREATE TABLE "EndedSession" (
    id text NOT NULL,
    "userId" text NOT NULL,
    "expiresAt" timestamp(3) with time zone NOT NULL
);

CREATE TABLE "Evaluation" (
    "workspaceId" text NOT NULL,
    key text NOT NULL,
    generation integer DEFAULT 0 NOT NULL,
    namespace text NOT NULL,
    "candidateHash" text NOT NULL,
    "inputHash" text NOT NULL,
    "evaluatorHash" text NOT NULL,
    "servingModelHash" text NOT NULL,
    "paramsHash" text NOT NULL,
    repetition integer NOT NULL,
    reply jsonb NOT NULL,
    "runId" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "invalidatedAt" timestamp(3) with time zone,
    "invalidatedBy" text,
    "invalidationReason" text
);

CREATE TABLE "EvaluatorProbe" (
    "canaryId" text NOT NULL,
    kind text NOT NULL,
    answers jsonb NOT NULL,
    n integer NOT NULL,
    "takenAt" timestamp(3) with time zone NOT NULL,
    "scoredAt" timestamp(3) with time zone,
    "wantedAt" timestamp(3) with time zone
);

CREATE TABLE "EvaluatorReading" (
    "canaryId" text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    n integer NOT NULL,
    "meanThen" double precision NOT NULL,
    mean double precision NOT NULL,
    "standardError" double precision NOT NULL,
    shift double precision NOT NULL,
    p double precision NOT NULL,
    "costUsd" double precision
);

CREATE TABLE "Example" (
    "datasetId" text NOT NULL,
    id text NOT NULL,
    "position" integer NOT NULL,
    question text NOT NULL,
    context text NOT NULL,
    expected text NOT NULL,
    "groupKey" text,
    "contentHash" text NOT NULL,
    "sourceSplit" text
);

CREATE TABLE "Experiment" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    "taskId" text NOT NULL,
    "splitId" text NOT NULL,
    config jsonb NOT NULL,
    "createdBy" text NOT NULL,
    "archivedAt" timestamp(3) with time zone,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL,
    tags text[] DEFAULT ARRAY[]::text[]
);

CREATE TABLE "ExposureCount" (
    "slotId" text NOT NULL,
    "promptId" text NOT NULL,
    variant text NOT NULL,
    at timestamp(0) with time zone NOT NULL,
    process text NOT NULL,
    count integer NOT NULL
);

CREATE TABLE "FlagChange" (
    id bigint NOT NULL,
    "slotId" text NOT NULL,
    "configVersion" integer NOT NULL,
    kind text NOT NULL,
    "livePromptId" text,
    split jsonb,
    "canaryId" text,
    actor text NOT NULL,
    reason text NOT NULL,
    at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE SEQUENCE "FlagChange_id_seq"
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE "FlagChange_id_seq" OWNED BY "FlagChange".id;

CREATE UNLOGGED TABLE "ImportPart" (
    "importId" text NOT NULL,
    file integer NOT NULL,
    part integer NOT NULL,
    bytes bytea NOT NULL
);
ALTER TABLE "ImportPart" ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE "ImportedRun" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    name text NOT NULL,
    source text NOT NULL,
    method text NOT NULL,
    task text,
    "seenUnit" text NOT NULL,
    "scoredOn" text NOT NULL,
    summary jsonb NOT NULL,
    points jsonb NOT NULL,
    "finalPrompt" text,
    "seedPrompt" text,
    notes jsonb NOT NULL,
    provenance jsonb NOT NULL,
    "createdBy" text NOT NULL,
    "archivedAt" timestamp(3) with time zone,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "Intake" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    name text NOT NULL,
    answers jsonb DEFAULT '{}'::jsonb NOT NULL,
    reasons jsonb DEFAULT '{}'::jsonb NOT NULL,
    revision integer DEFAULT 0 NOT NULL,
    "experimentId" text,
    "createdBy" text NOT NULL,
    "archivedAt" timestamp(3) with time zone,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL
);

CREATE TABLE "IterationRequest" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    "requestHash" text NOT NULL,
    status text NOT NULL,
    result jsonb,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "finishedAt" timestamp(3) with time zone
);

CREATE TABLE "JournalCall" (
    "runId" text NOT NULL,
    key text NOT NULL,
    iteration integer NOT NULL,
    purpose text NOT NULL,
    role text NOT NULL,
    model text NOT NULL,
    subject text NOT NULL,
    "promptHash" text NOT NULL,
    "paramsHash" text NOT NULL,
    messages jsonb NOT NULL,
    dispatches integer DEFAULT 1 NOT NULL,
    "reservedTokens" integer DEFAULT 0 NOT NULL,
    "reservedUsd" double precision DEFAULT 0 NOT NULL,
    "sentAt" timestamp(3) with time zone NOT NULL,
    "answeredAt" timestamp(3) with time zone,
    outcome jsonb,
    "tokensIn" integer DEFAULT 0 NOT NULL,
    "tokensOut" integer DEFAULT 0 NOT NULL,
    "tokensCached" integer DEFAULT 0 NOT NULL,
    "delayMs" double precision,
    attempts integer DEFAULT 0 NOT NULL,
    "costUsd" double precision,
    "spendUsd" double precision,
    worker text NOT NULL,
    cached boolean DEFAULT false NOT NULL,
    unusable text
);

CREATE TABLE "JournalDecision" (
    "runId" text NOT NULL,
    key text NOT NULL,
    iteration integer NOT NULL,
    kind text NOT NULL,
    value jsonb NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

CREATE TABLE "KeptFates" (
    "runId" text NOT NULL,
    seq integer NOT NULL,
    reckoning integer NOT NULL,
    iterations text NOT NULL
);

CREATE TABLE "Membership" (
    "workspaceId" text NOT NULL,
    "userId" text NOT NULL,
    role "Role" NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "Mention" (
    "commentId" text NOT NULL,
    "userId" text NOT NULL,
    "readAt" timestamp(3) with time zone
);

CREATE TABLE "MirroredRequest" (
    "exposureId" text NOT NULL,
    "canaryId" text NOT NULL,
    stage text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    sealed text NOT NULL,
    incumbent jsonb NOT NULL,
    challenger jsonb NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    "nextAt" timestamp(3) with time zone NOT NULL,
    "keepUntil" timestamp(3) with time zone NOT NULL
);

CREATE TABLE "Model" (
    id text NOT NULL,
    "providerId" text NOT NULL,
    name text NOT NULL,
    "contextTokens" integer DEFAULT 128000 NOT NULL,
    "usdPerMillionIn" double precision,
    "usdPerMillionOut" double precision,
    "usdPerMillionCached" double precision,
    "pricedAt" timestamp(3) with time zone,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "Notice" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    "userId" text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "readAt" timestamp(3) with time zone
);

CREATE TABLE "PriorityCandidate" (
    id text NOT NULL,
    "runId" text NOT NULL,
    text text NOT NULL,
    hash text NOT NULL,
    "createdBy" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "takenAt" timestamp(3) with time zone
);

CREATE TABLE "ProbeCall" (
    "canaryId" text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    key text NOT NULL,
    "isScored" boolean NOT NULL,
    "costUsd" double precision
);

CREATE TABLE "Provider" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    name text NOT NULL,
    "baseUrl" text NOT NULL,
    "keyCiphertext" text,
    "keyHint" text,
    headers jsonb DEFAULT '{}'::jsonb NOT NULL,
    practice boolean DEFAULT false NOT NULL,
    hardware text DEFAULT 'unknown'::text NOT NULL,
    "requestsPerMinute" integer,
    "tokensPerMinute" integer,
    concurrency integer DEFAULT 16 NOT NULL,
    "timeoutMs" integer DEFAULT 120000 NOT NULL,
    "maxAttempts" integer DEFAULT 5 NOT NULL,
    "archivedAt" timestamp(3) with time zone,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL,
    "acceleratorsPerCall" double precision,
    "behaviouralHeaders" text[] DEFAULT ARRAY[]::text[],
    "headersCiphertext" text,
    "allowsLoopback" boolean DEFAULT false NOT NULL
);

CREATE TABLE "ReadinessWaiver" (
    "runId" text NOT NULL,
    "workspaceId" text NOT NULL,
    reason text NOT NULL,
    "waivedBy" text NOT NULL,
    "waivedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "ReportComment" (
    id text NOT NULL,
    "reportId" text NOT NULL,
    section integer,
    "parentId" text,
    body text NOT NULL,
    "authorId" text,
    author text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "editedAt" timestamp(3) with time zone,
    "deletedAt" timestamp(3) with time zone,
    "resolvedAt" timestamp(3) with time zone,
    "resolvedBy" text
);

CREATE TABLE "ReportReview" (
    "reportId" text NOT NULL,
    "userId" text NOT NULL,
    decision text,
    note text,
    hash text,
    "askedBy" text NOT NULL,
    "askedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "decidedAt" timestamp(3) with time zone
);

CREATE TABLE "ReportShare" (
    id text NOT NULL,
    "reportId" text NOT NULL,
    "secretHash" text NOT NULL,
    "createdBy" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "expiresAt" timestamp(3) with time zone NOT NULL,
    "revokedAt" timestamp(3) with time zone,
    "lastUsedAt" timestamp(3) with time zone
);

CREATE TABLE "RunGroup" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    shape text NOT NULL,
    reason text NOT NULL,
    rejected jsonb NOT NULL,
    "createdBy" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "RunSnapshot" (
    "runId" text NOT NULL,
    seq integer NOT NULL,
    fold integer NOT NULL,
    state text NOT NULL,
    "keptAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "SavedView" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    list text NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    "isShared" boolean DEFAULT false NOT NULL,
    "isDefault" boolean DEFAULT false NOT NULL,
    "ownerId" text NOT NULL,
    "createdBy" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "SearchText" (
    id bigint NOT NULL,
    "runId" text NOT NULL,
    seq integer NOT NULL,
    words tsvector NOT NULL
);

CREATE SEQUENCE "SearchText_id_seq"
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE "SearchText_id_seq" OWNED BY "SearchText".id;

CREATE TABLE "ServedPrompt" (
    id text NOT NULL,
    "slotId" text NOT NULL,
    version integer NOT NULL,
    sha256 text NOT NULL,
    text text NOT NULL,
    model text,
    params jsonb DEFAULT '{}'::jsonb NOT NULL,
    "runId" text,
    "candidateHash" text,
    "isPractice" boolean NOT NULL,
    authors text[],
    "createdBy" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "Slot" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    slug text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    "livePromptId" text,
    "previousPromptId" text,
    split jsonb,
    "isReverted" boolean DEFAULT false NOT NULL,
    "configVersion" integer DEFAULT 0 NOT NULL,
    "createdBy" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "archivedAt" timestamp(3) with time zone
);

CREATE TABLE "SlotGateway" (
    "slotId" text NOT NULL,
    "providerId" text,
    model text,
    "mirrorsTools" boolean DEFAULT false NOT NULL,
    "updatedBy" text NOT NULL,
    "updatedAt" timestamp(3) with time zone NOT NULL
);

CREATE TABLE "SplitAssignment" (
    "registrationId" text NOT NULL,
    "datasetId" text NOT NULL,
    "exampleId" text NOT NULL,
    split "Split" NOT NULL
);

CREATE TABLE "SplitRegistration" (
    id text NOT NULL,
    "datasetId" text NOT NULL,
    name text NOT NULL,
    rule jsonb NOT NULL,
    hash text NOT NULL,
    counts jsonb NOT NULL,
    "registeredBy" text NOT NULL,
    "registeredAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "pinnedAt" timestamp(3) with time zone,
    "heldOutUses" integer DEFAULT 0 NOT NULL,
    owner text,
    "usedToTune" boolean,
    "usedToTuneNote" text
);

CREATE TABLE "StepCaller" (
    "canaryId" text NOT NULL,
    step integer NOT NULL,
    caller text NOT NULL,
    variant text NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

CREATE TABLE "StrategyReport" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    kind text NOT NULL,
    "experimentId" text NOT NULL,
    "subjectId" text NOT NULL,
    version integer NOT NULL,
    title text NOT NULL,
    hash text NOT NULL,
    content jsonb NOT NULL,
    state text DEFAULT 'draft'::text NOT NULL,
    "createdBy" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "Sweep" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    "experimentId" text NOT NULL,
    name text NOT NULL,
    settings jsonb NOT NULL,
    base jsonb NOT NULL,
    estimate jsonb NOT NULL,
    status text DEFAULT 'running'::text NOT NULL,
    "statusReason" text,
    practice boolean DEFAULT false NOT NULL,
    "timeScale" text,
    "createdBy" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "endedAt" timestamp(3) with time zone,
    "startsAs" jsonb
);

CREATE TABLE "SweepAttempt" (
    "runId" text NOT NULL,
    "cellId" text NOT NULL,
    ordinal integer NOT NULL,
    caps jsonb NOT NULL,
    reason text,
    "startedBy" text NOT NULL,
    "startedAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    charge jsonb,
    result jsonb
);

CREATE TABLE "SweepCell" (
    id text NOT NULL,
    "sweepId" text NOT NULL,
    "position" integer NOT NULL,
    arm text NOT NULL,
    "batchSize" integer,
    seed integer NOT NULL,
    estimate jsonb NOT NULL,
    wanted integer DEFAULT 1 NOT NULL,
    "retryReason" text,
    "retryBy" text,
    waits text
);

CREATE TABLE "Task" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    name text NOT NULL,
    preset text NOT NULL,
    instructions text NOT NULL,
    "inputShape" text NOT NULL,
    "outputShape" text NOT NULL,
    scoring jsonb NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    artefact boolean DEFAULT false NOT NULL,
    "secretCiphertext" text
);

CREATE TABLE "Text" (
    hash text NOT NULL,
    body text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "User" (
    id text NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    "passwordHash" text NOT NULL,
    "disabledAt" timestamp(3) with time zone,
    "sessionEpoch" integer DEFAULT 0 NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "Webhook" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    shape text DEFAULT 'json'::text NOT NULL,
    events text[],
    "secretEncrypted" text NOT NULL,
    "createdBy" text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "disabledAt" timestamp(3) with time zone
);

CREATE TABLE "WebhookDelivery" (
    id text NOT NULL,
    "webhookId" text NOT NULL,
    event text NOT NULL,
    payload jsonb NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    "lastStatus" integer,
    "lastError" text,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "nextAt" timestamp(3) with time zone,
    "deliveredAt" timestamp(3) with time zone
);

CREATE TABLE "WorkerBeat" (
    id text NOT NULL,
    host text NOT NULL,
    pid integer NOT NULL,
    "startedAt" timestamp(3) with time zone NOT NULL,
    "beatAt" timestamp(3) with time zone NOT NULL,
    runs text[],
    providers text[] DEFAULT ARRAY[]::text[],
    commands text[] DEFAULT ARRAY[]::text[],
    shares double precision[] DEFAULT ARRAY[]::double precision[]
);

CREATE TABLE "Workspace" (
    id text NOT NULL,
    name text NOT NULL,
    "createdAt" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "configVersion" integer DEFAULT 0 NOT NULL
);

ALTER TABLE "AuditEntry" ALTER COLUMN id SET DEFAULT nextval('"AuditEntry_id_seq"'::regclass);
ALTER TABLE "CanaryApproval" ALTER COLUMN id SET DEFAULT nextval('"CanaryApproval_id_seq"'::regclass);
ALTER TABLE "FlagChange" ALTER COLUMN id SET DEFAULT nextval('"FlagChange_id_seq"'::regclass);
ALTER TABLE "SearchText" ALTER COLUMN id SET DEFAULT nextval('"SearchText_id_seq"'::regclass);
ALTER TABLE "AcceptedPrompt" ADD CONSTRAINT "AcceptedPrompt_pkey" PRIMARY KEY ("runId", "candidateHash");
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_pkey" PRIMARY KEY (id);
ALTER TABLE "ArmOutcome" ADD CONSTRAINT "ArmOutcome_pkey" PRIMARY KEY ("canaryId", step, "exposureId");
ALTER TABLE "AuditEntry" ADD CONSTRAINT "AuditEntry_pkey" PRIMARY KEY (id);
ALTER TABLE "AuditSeal" ADD CONSTRAINT "AuditSeal_pkey" PRIMARY KEY ("workspaceId", seq);
ALTER TABLE "CallTotal" ADD CONSTRAINT "CallTotal_pkey" PRIMARY KEY ("runId", iteration, role, model, purpose);
ALTER TABLE "CanaryApproval" ADD CONSTRAINT "CanaryApproval_pkey" PRIMARY KEY (id);
ALTER TABLE "CanaryComment" ADD CONSTRAINT "CanaryComment_pkey" PRIMARY KEY (id);
ALTER TABLE "CanaryLook" ADD CONSTRAINT "CanaryLook_pkey" PRIMARY KEY ("canaryId", stage, look);
ALTER TABLE "CanaryPair" ADD CONSTRAINT "CanaryPair_pkey" PRIMARY KEY ("canaryId", stage, "exposureId");
ALTER TABLE "Canary" ADD CONSTRAINT "Canary_pkey" PRIMARY KEY (id);
ALTER TABLE "ConfirmationOpening" ADD CONSTRAINT "ConfirmationOpening_pkey" PRIMARY KEY ("registrationId");
ALTER TABLE "ConfoundingAcknowledgement" ADD CONSTRAINT "ConfoundingAcknowledgement_pkey" PRIMARY KEY ("runId");
ALTER TABLE "DatasetImport" ADD CONSTRAINT "DatasetImport_pkey" PRIMARY KEY (id);
ALTER TABLE "Dataset" ADD CONSTRAINT "Dataset_pkey" PRIMARY KEY (id);
ALTER TABLE "Diagnosis" ADD CONSTRAINT "Diagnosis_pkey" PRIMARY KEY (id);
ALTER TABLE "EndedSession" ADD CONSTRAINT "EndedSession_pkey" PRIMARY KEY (id);
ALTER TABLE "Evaluation" ADD CONSTRAINT "Evaluation_pkey" PRIMARY KEY ("workspaceId", key, generation);
ALTER TABLE "EvaluatorProbe" ADD CONSTRAINT "EvaluatorProbe_pkey" PRIMARY KEY ("canaryId");
ALTER TABLE "EvaluatorReading" ADD CONSTRAINT "EvaluatorReading_pkey" PRIMARY KEY ("canaryId", at);
ALTER TABLE "Example" ADD CONSTRAINT "Example_pkey" PRIMARY KEY ("datasetId", id);
ALTER TABLE "Experiment" ADD CONSTRAINT "Experiment_pkey" PRIMARY KEY (id);
ALTER TABLE "ExposureCount" ADD CONSTRAINT "ExposureCount_pkey" PRIMARY KEY ("slotId", at, "promptId", variant, process);
ALTER TABLE "FlagChange" ADD CONSTRAINT "FlagChange_pkey" PRIMARY KEY (id);
ALTER TABLE "ImportPart" ADD CONSTRAINT "ImportPart_pkey" PRIMARY KEY ("importId", file, part);
ALTER TABLE "ImportedRun" ADD CONSTRAINT "ImportedRun_pkey" PRIMARY KEY (id);
ALTER TABLE "Intake" ADD CONSTRAINT "Intake_pkey" PRIMARY KEY (id);
ALTER TABLE "IterationRequest" ADD CONSTRAINT "IterationRequest_pkey" PRIMARY KEY (id);
ALTER TABLE "JournalCall" ADD CONSTRAINT "JournalCall_pkey" PRIMARY KEY ("runId", key);
ALTER TABLE "JournalDecision" ADD CONSTRAINT "JournalDecision_pkey" PRIMARY KEY ("runId", key);
ALTER TABLE "KeptFates" ADD CONSTRAINT "KeptFates_pkey" PRIMARY KEY ("runId");
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_pkey" PRIMARY KEY ("runId", seq);
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_pkey" PRIMARY KEY ("workspaceId", "userId");
ALTER TABLE "Mention" ADD CONSTRAINT "Mention_pkey" PRIMARY KEY ("commentId", "userId");
ALTER TABLE "MirroredRequest" ADD CONSTRAINT "MirroredRequest_pkey" PRIMARY KEY ("exposureId");
ALTER TABLE "Model" ADD CONSTRAINT "Model_pkey" PRIMARY KEY (id);
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_pkey" PRIMARY KEY (id);
ALTER TABLE "PriorityCandidate" ADD CONSTRAINT "PriorityCandidate_pkey" PRIMARY KEY (id);
ALTER TABLE "ProbeCall" ADD CONSTRAINT "ProbeCall_pkey" PRIMARY KEY ("canaryId", at, key);
ALTER TABLE "Provider" ADD CONSTRAINT "Provider_pkey" PRIMARY KEY (id);
ALTER TABLE "ReadinessWaiver" ADD CONSTRAINT "ReadinessWaiver_pkey" PRIMARY KEY ("runId");
ALTER TABLE "ReportComment" ADD CONSTRAINT "ReportComment_pkey" PRIMARY KEY (id);
ALTER TABLE "ReportReview" ADD CONSTRAINT "ReportReview_pkey" PRIMARY KEY ("reportId", "userId");
ALTER TABLE "ReportShare" ADD CONSTRAINT "ReportShare_pkey" PRIMARY KEY (id);
ALTER TABLE "RunGroup" ADD CONSTRAINT "RunGroup_pkey" PRIMARY KEY (id);
ALTER TABLE "RunSnapshot" ADD CONSTRAINT "RunSnapshot_pkey" PRIMARY KEY ("runId");
ALTER TABLE "Run" ADD CONSTRAINT "Run_pkey" PRIMARY KEY (id);
ALTER TABLE "SavedView" ADD CONSTRAINT "SavedView_pkey" PRIMARY KEY (id);
ALTER TABLE "SearchText" ADD CONSTRAINT "SearchText_pkey" PRIMARY KEY (id);
ALTER TABLE "ServedPrompt" ADD CONSTRAINT "ServedPrompt_pkey" PRIMARY KEY (id);
ALTER TABLE "SlotGateway" ADD CONSTRAINT "SlotGateway_pkey" PRIMARY KEY ("slotId");
ALTER TABLE "Slot" ADD CONSTRAINT "Slot_pkey" PRIMARY KEY (id);
ALTER TABLE "SplitAssignment" ADD CONSTRAINT "SplitAssignment_pkey" PRIMARY KEY ("registrationId", "exampleId");
ALTER TABLE "SplitRegistration" ADD CONSTRAINT "SplitRegistration_pkey" PRIMARY KEY (id);
ALTER TABLE "StepCaller" ADD CONSTRAINT "StepCaller_pkey" PRIMARY KEY ("canaryId", step, caller);
ALTER TABLE "StrategyReport" ADD CONSTRAINT "StrategyReport_pkey" PRIMARY KEY (id);
ALTER TABLE "SweepAttempt" ADD CONSTRAINT "SweepAttempt_pkey" PRIMARY KEY ("runId");
ALTER TABLE "SweepCell" ADD CONSTRAINT "SweepCell_pkey" PRIMARY KEY (id);
ALTER TABLE "Sweep" ADD CONSTRAINT "Sweep_pkey" PRIMARY KEY (id);
ALTER TABLE "Task" ADD CONSTRAINT "Task_pkey" PRIMARY KEY (id);
ALTER TABLE "Text" ADD CONSTRAINT "Text_pkey" PRIMARY KEY (hash);
ALTER TABLE "User" ADD CONSTRAINT "User_pkey" PRIMARY KEY (id);
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY (id);
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_pkey" PRIMARY KEY (id);
ALTER TABLE "WorkerBeat" ADD CONSTRAINT "WorkerBeat_pkey" PRIMARY KEY (id);
ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_pkey" PRIMARY KEY (id);
CREATE UNIQUE INDEX "ApiKey_secretHash_key" ON "ApiKey" USING btree ("secretHash");
CREATE INDEX "ApiKey_slotId_idx" ON "ApiKey" USING btree ("slotId");
CREATE INDEX "ApiKey_workspaceId_idx" ON "ApiKey" USING btree ("workspaceId");
CREATE INDEX "ArmOutcome_canaryId_step_countedAt_idx" ON "ArmOutcome" USING btree ("canaryId", step, "countedAt");
CREATE INDEX "ArmOutcome_canaryId_step_variant_cluster_idx" ON "ArmOutcome" USING btree ("canaryId", step, variant, cluster);
CREATE INDEX "AuditEntry_workspaceId_id_idx" ON "AuditEntry" USING btree ("workspaceId", id);
CREATE INDEX "AuditEntry_workspaceId_subject_id_idx" ON "AuditEntry" USING btree ("workspaceId", subject, id);
CREATE UNIQUE INDEX "AuditSeal_entryId_key" ON "AuditSeal" USING btree ("entryId");
CREATE INDEX "CanaryApproval_canaryId_id_idx" ON "CanaryApproval" USING btree ("canaryId", id);
CREATE INDEX "CanaryComment_canaryId_createdAt_idx" ON "CanaryComment" USING btree ("canaryId", "createdAt");
CREATE INDEX "CanaryPair_canaryId_stage_at_idx" ON "CanaryPair" USING btree ("canaryId", stage, at) WHERE ("countedAt" IS NULL);
CREATE INDEX "CanaryPair_canaryId_stage_cluster_idx" ON "CanaryPair" USING btree ("canaryId", stage, cluster) WHERE (cluster IS NOT NULL);
CREATE INDEX "Canary_slotId_createdAt_idx" ON "Canary" USING btree ("slotId", "createdAt");
CREATE INDEX "Canary_state_idx" ON "Canary" USING btree (state);
CREATE INDEX "Canary_workspaceId_createdAt_id_idx" ON "Canary" USING btree ("workspaceId", "createdAt" DESC, id DESC);
CREATE INDEX "DatasetImport_state_createdAt_idx" ON "DatasetImport" USING btree (state, "createdAt");
CREATE INDEX "DatasetImport_workspaceId_createdAt_idx" ON "DatasetImport" USING btree ("workspaceId", "createdAt");
CREATE UNIQUE INDEX "Dataset_workspaceId_name_key" ON "Dataset" USING btree ("workspaceId", name);
CREATE INDEX "Diagnosis_runId_idx" ON "Diagnosis" USING btree ("runId");
CREATE INDEX "Diagnosis_workspaceId_scopeHash_createdAt_id_idx" ON "Diagnosis" USING btree ("workspaceId", "scopeHash", "createdAt" DESC, id DESC);
CREATE INDEX "EndedSession_userId_idx" ON "EndedSession" USING btree ("userId");
CREATE INDEX "Evaluation_workspaceId_candidateHash_idx" ON "Evaluation" USING btree ("workspaceId", "candidateHash");
CREATE UNIQUE INDEX "Example_datasetId_position_key" ON "Example" USING btree ("datasetId", "position");
CREATE UNIQUE INDEX "Experiment_workspaceId_name_key" ON "Experiment" USING btree ("workspaceId", name);
CREATE INDEX "FlagChange_slotId_at_idx" ON "FlagChange" USING btree ("slotId", at);
CREATE INDEX "ImportedRun_workspaceId_createdAt_id_idx" ON "ImportedRun" USING btree ("workspaceId", "createdAt" DESC, id DESC);
CREATE UNIQUE INDEX "ImportedRun_workspaceId_name_key" ON "ImportedRun" USING btree ("workspaceId", name);
CREATE UNIQUE INDEX "Intake_experimentId_key" ON "Intake" USING btree ("experimentId");
CREATE INDEX "Intake_workspaceId_createdAt_id_idx" ON "Intake" USING btree ("workspaceId", "createdAt" DESC, id DESC);
CREATE INDEX "IterationRequest_workspaceId_createdAt_idx" ON "IterationRequest" USING btree ("workspaceId", "createdAt");
CREATE INDEX "JournalCall_runId_iteration_idx" ON "JournalCall" USING btree ("runId", iteration);
CREATE INDEX "LedgerEntry_candidate" ON "LedgerEntry" USING btree ("runId", ((data ->> 'hash'::text)), seq) WHERE (type = 'candidate.created'::text);
CREATE INDEX "LedgerEntry_iteration" ON "LedgerEntry" USING btree ("runId", (((data ->> 'iteration'::text))::integer), seq);
CREATE UNIQUE INDEX "LedgerEntry_runId_key_key" ON "LedgerEntry" USING btree ("runId", key);
CREATE INDEX "LedgerEntry_runId_type_seq_idx" ON "LedgerEntry" USING btree ("runId", type, seq);
CREATE INDEX "Membership_userId_idx" ON "Membership" USING btree ("userId");
CREATE INDEX "Mention_userId_readAt_idx" ON "Mention" USING btree ("userId", "readAt");
CREATE INDEX "MirroredRequest_canaryId_idx" ON "MirroredRequest" USING btree ("canaryId");
CREATE INDEX "MirroredRequest_nextAt_idx" ON "MirroredRequest" USING btree ("nextAt");
CREATE UNIQUE INDEX "Model_providerId_name_key" ON "Model" USING btree ("providerId", name);
CREATE INDEX "Notice_userId_readAt_createdAt_idx" ON "Notice" USING btree ("userId", "readAt", "createdAt");
CREATE INDEX "PriorityCandidate_runId_takenAt_idx" ON "PriorityCandidate" USING btree ("runId", "takenAt");
CREATE UNIQUE INDEX "Provider_workspaceId_name_key" ON "Provider" USING btree ("workspaceId", name);
CREATE INDEX "ReportComment_reportId_createdAt_idx" ON "ReportComment" USING btree ("reportId", "createdAt");
CREATE INDEX "ReportReview_userId_idx" ON "ReportReview" USING btree ("userId");
CREATE INDEX "ReportShare_reportId_idx" ON "ReportShare" USING btree ("reportId");
CREATE UNIQUE INDEX "ReportShare_secretHash_key" ON "ReportShare" USING btree ("secretHash");
CREATE INDEX "RunGroup_workspaceId_createdAt_idx" ON "RunGroup" USING btree ("workspaceId", "createdAt");
CREATE INDEX "Run_experimentId_createdAt_idx" ON "Run" USING btree ("experimentId", "createdAt");
CREATE INDEX "Run_groupId_idx" ON "Run" USING btree ("groupId");
CREATE INDEX "Run_readinessOfId_idx" ON "Run" USING btree ("readinessOfId");
CREATE INDEX "Run_workspaceId_createdAt_idx" ON "Run" USING btree ("workspaceId", "createdAt");
CREATE UNIQUE INDEX "SavedView_workspaceId_list_ownerId_name_key" ON "SavedView" USING btree ("workspaceId", list, "ownerId", name);
CREATE UNIQUE INDEX "SearchText_runId_seq_key" ON "SearchText" USING btree ("runId", seq);
CREATE INDEX "SearchText_words_idx" ON "SearchText" USING gin (words);
CREATE INDEX "ServedPrompt_slotId_sha256_idx" ON "ServedPrompt" USING btree ("slotId", sha256);
CREATE UNIQUE INDEX "ServedPrompt_slotId_version_key" ON "ServedPrompt" USING btree ("slotId", version);
CREATE UNIQUE INDEX "Slot_workspaceId_kind_slug_key" ON "Slot" USING btree ("workspaceId", kind, slug);
CREATE INDEX "SplitAssignment_registrationId_split_idx" ON "SplitAssignment" USING btree ("registrationId", split);
CREATE UNIQUE INDEX "SplitRegistration_datasetId_name_key" ON "SplitRegistration" USING btree ("datasetId", name);
CREATE INDEX "StrategyReport_experimentId_idx" ON "StrategyReport" USING btree ("experimentId");
CREATE UNIQUE INDEX "StrategyReport_kind_subjectId_version_key" ON "StrategyReport" USING btree (kind, "subjectId", version);
CREATE INDEX "StrategyReport_workspaceId_createdAt_id_idx" ON "StrategyReport" USING btree ("workspaceId", "createdAt" DESC, id DESC);
CREATE UNIQUE INDEX "SweepAttempt_cellId_ordinal_key" ON "SweepAttempt" USING btree ("cellId", ordinal);
CREATE UNIQUE INDEX "SweepCell_sweepId_position_key" ON "SweepCell" USING btree ("sweepId", "position");
CREATE INDEX "Sweep_experimentId_createdAt_idx" ON "Sweep" USING btree ("experimentId", "createdAt");
CREATE INDEX "Sweep_status_idx" ON "Sweep" USING btree (status);
CREATE INDEX "Sweep_workspaceId_createdAt_idx" ON "Sweep" USING btree ("workspaceId", "createdAt");
CREATE UNIQUE INDEX "Task_workspaceId_name_key" ON "Task" USING btree ("workspaceId", name);
CREATE UNIQUE INDEX "User_email_key" ON "User" USING btree (email);
CREATE INDEX "WebhookDelivery_state_nextAt_idx" ON "WebhookDelivery" USING btree (state, "nextAt");
CREATE INDEX "WebhookDelivery_webhookId_createdAt_idx" ON "WebhookDelivery" USING btree ("webhookId", "createdAt");
CREATE INDEX "Webhook_workspaceId_idx" ON "Webhook" USING btree ("workspaceId");
CREATE TRIGGER "ArmOutcome_no_delete" BEFORE DELETE ON "ArmOutcome" FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_canary();
CREATE TRIGGER "ArmOutcome_no_update" BEFORE UPDATE ON "ArmOutcome" FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "AuditEntry_no_delete" BEFORE DELETE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION waggle_keep_audit_entry();
CREATE TRIGGER "AuditEntry_no_truncate" BEFORE TRUNCATE ON "AuditEntry" FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "AuditEntry_no_update" BEFORE UPDATE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "AuditSeal_no_delete" BEFORE DELETE ON "AuditSeal" FOR EACH ROW EXECUTE FUNCTION waggle_keep_audit_entry();
CREATE TRIGGER "AuditSeal_no_truncate" BEFORE TRUNCATE ON "AuditSeal" FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "AuditSeal_no_update" BEFORE UPDATE ON "AuditSeal" FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "CanaryApproval_no_delete" BEFORE DELETE ON "CanaryApproval" FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_canary();
CREATE TRIGGER "CanaryApproval_no_truncate" BEFORE TRUNCATE ON "CanaryApproval" FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "CanaryApproval_no_update" BEFORE UPDATE ON "CanaryApproval" FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "CanaryLook_no_delete" BEFORE DELETE ON "CanaryLook" FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_canary();
CREATE TRIGGER "CanaryLook_no_truncate" BEFORE TRUNCATE ON "CanaryLook" FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "CanaryLook_no_update" BEFORE UPDATE ON "CanaryLook" FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "CanaryPair_counted" BEFORE UPDATE ON "CanaryPair" FOR EACH ROW WHEN ((old."countedAt" IS NOT NULL)) EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "CanaryPair_no_delete" BEFORE DELETE ON "CanaryPair" FOR EACH ROW WHEN ((old."countedAt" IS NOT NULL)) EXECUTE FUNCTION waggle_keep_of_canary();
CREATE TRIGGER "Canary_no_delete" BEFORE DELETE ON "Canary" FOR EACH ROW WHEN ((old."planHash" IS NOT NULL)) EXECUTE FUNCTION waggle_keep_of_slot();
CREATE TRIGGER "Canary_registered" BEFORE UPDATE ON "Canary" FOR EACH ROW EXECUTE FUNCTION waggle_keep_registered_canary();
CREATE TRIGGER "EvaluatorProbe_answers" BEFORE UPDATE ON "EvaluatorProbe" FOR EACH ROW WHEN (((old.answers)::text IS DISTINCT FROM (new.answers)::text)) EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "EvaluatorProbe_no_delete" BEFORE DELETE ON "EvaluatorProbe" FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_canary();
CREATE TRIGGER "EvaluatorReading_no_delete" BEFORE DELETE ON "EvaluatorReading" FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_canary();
CREATE TRIGGER "EvaluatorReading_no_update" BEFORE UPDATE ON "EvaluatorReading" FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "Example_pinned" BEFORE UPDATE ON "Example" FOR EACH ROW EXECUTE FUNCTION waggle_keep_pinned_example();
CREATE TRIGGER "FlagChange_no_delete" BEFORE DELETE ON "FlagChange" FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_slot();
CREATE TRIGGER "FlagChange_no_truncate" BEFORE TRUNCATE ON "FlagChange" FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "FlagChange_no_update" BEFORE UPDATE ON "FlagChange" FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "JournalCall_total_delete" AFTER DELETE ON "JournalCall" REFERENCING OLD TABLE AS changed_calls FOR EACH STATEMENT EXECUTE FUNCTION waggle_total_calls('-1');
CREATE TRIGGER "JournalCall_total_insert" AFTER INSERT ON "JournalCall" REFERENCING NEW TABLE AS changed_calls FOR EACH STATEMENT EXECUTE FUNCTION waggle_total_calls('1');
CREATE TRIGGER "JournalCall_total_update_before" AFTER UPDATE ON "JournalCall" REFERENCING OLD TABLE AS changed_calls FOR EACH STATEMENT EXECUTE FUNCTION waggle_total_calls('-1');
CREATE TRIGGER "JournalCall_total_update_now" AFTER UPDATE ON "JournalCall" REFERENCING NEW TABLE AS changed_calls FOR EACH STATEMENT EXECUTE FUNCTION waggle_total_calls('1');
CREATE TRIGGER "LedgerEntry_no_delete" BEFORE DELETE ON "LedgerEntry" FOR EACH ROW EXECUTE FUNCTION waggle_keep_ledger_entry();
CREATE TRIGGER "LedgerEntry_no_truncate" BEFORE TRUNCATE ON "LedgerEntry" FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "LedgerEntry_no_update" BEFORE UPDATE ON "LedgerEntry" FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "LedgerEntry_search" AFTER INSERT ON "LedgerEntry" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION waggle_keep_search_text();
CREATE TRIGGER "ServedPrompt_no_delete" BEFORE DELETE ON "ServedPrompt" FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_slot();
CREATE TRIGGER "ServedPrompt_no_truncate" BEFORE TRUNCATE ON "ServedPrompt" FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "ServedPrompt_no_update" BEFORE UPDATE ON "ServedPrompt" FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "Slot_kind" BEFORE UPDATE ON "Slot" FOR EACH ROW EXECUTE FUNCTION waggle_keep_slot_kind();
CREATE TRIGGER "SplitAssignment_pinned" BEFORE INSERT OR DELETE OR UPDATE ON "SplitAssignment" FOR EACH ROW EXECUTE FUNCTION waggle_keep_pinned_assignment();
CREATE TRIGGER "SplitRegistration_pinned" BEFORE DELETE OR UPDATE ON "SplitRegistration" FOR EACH ROW EXECUTE FUNCTION waggle_keep_pinned_split();
CREATE TRIGGER "StepCaller_no_delete" BEFORE DELETE ON "StepCaller" FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_canary();
CREATE TRIGGER "StepCaller_no_update" BEFORE UPDATE ON "StepCaller" FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
ALTER TABLE "AcceptedPrompt" ADD CONSTRAINT "AcceptedPrompt_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_slotId_fkey" FOREIGN KEY ("slotId") REFERENCES "Slot"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ArmOutcome" ADD CONSTRAINT "ArmOutcome_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "AuditEntry" ADD CONSTRAINT "AuditEntry_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CallTotal" ADD CONSTRAINT "CallTotal_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CanaryApproval" ADD CONSTRAINT "CanaryApproval_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CanaryComment" ADD CONSTRAINT "CanaryComment_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CanaryLook" ADD CONSTRAINT "CanaryLook_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CanaryPair" ADD CONSTRAINT "CanaryPair_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Canary" ADD CONSTRAINT "Canary_challengerId_fkey" FOREIGN KEY ("challengerId") REFERENCES "ServedPrompt"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "Canary" ADD CONSTRAINT "Canary_slotId_fkey" FOREIGN KEY ("slotId") REFERENCES "Slot"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "DatasetImport" ADD CONSTRAINT "DatasetImport_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Dataset" ADD CONSTRAINT "Dataset_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "EndedSession" ADD CONSTRAINT "EndedSession_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "EvaluatorProbe" ADD CONSTRAINT "EvaluatorProbe_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "EvaluatorReading" ADD CONSTRAINT "EvaluatorReading_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Example" ADD CONSTRAINT "Example_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Experiment" ADD CONSTRAINT "Experiment_splitId_fkey" FOREIGN KEY ("splitId") REFERENCES "SplitRegistration"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "Experiment" ADD CONSTRAINT "Experiment_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "Experiment" ADD CONSTRAINT "Experiment_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "FlagChange" ADD CONSTRAINT "FlagChange_slotId_fkey" FOREIGN KEY ("slotId") REFERENCES "Slot"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ImportPart" ADD CONSTRAINT "ImportPart_importId_fkey" FOREIGN KEY ("importId") REFERENCES "DatasetImport"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ImportedRun" ADD CONSTRAINT "ImportedRun_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Intake" ADD CONSTRAINT "Intake_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "JournalCall" ADD CONSTRAINT "JournalCall_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "JournalDecision" ADD CONSTRAINT "JournalDecision_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "KeptFates" ADD CONSTRAINT "KeptFates_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Mention" ADD CONSTRAINT "Mention_commentId_fkey" FOREIGN KEY ("commentId") REFERENCES "ReportComment"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "MirroredRequest" ADD CONSTRAINT "MirroredRequest_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Model" ADD CONSTRAINT "Model_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "Provider"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ProbeCall" ADD CONSTRAINT "ProbeCall_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Provider" ADD CONSTRAINT "Provider_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ReportComment" ADD CONSTRAINT "ReportComment_reportId_fkey" FOREIGN KEY ("reportId") REFERENCES "StrategyReport"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ReportReview" ADD CONSTRAINT "ReportReview_reportId_fkey" FOREIGN KEY ("reportId") REFERENCES "StrategyReport"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ReportShare" ADD CONSTRAINT "ReportShare_reportId_fkey" FOREIGN KEY ("reportId") REFERENCES "StrategyReport"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "RunSnapshot" ADD CONSTRAINT "RunSnapshot_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Run" ADD CONSTRAINT "Run_experimentId_fkey" FOREIGN KEY ("experimentId") REFERENCES "Experiment"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "Run" ADD CONSTRAINT "Run_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SavedView" ADD CONSTRAINT "SavedView_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SearchText" ADD CONSTRAINT "SearchText_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ServedPrompt" ADD CONSTRAINT "ServedPrompt_slotId_fkey" FOREIGN KEY ("slotId") REFERENCES "Slot"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SlotGateway" ADD CONSTRAINT "SlotGateway_slotId_fkey" FOREIGN KEY ("slotId") REFERENCES "Slot"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Slot" ADD CONSTRAINT "Slot_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SplitAssignment" ADD CONSTRAINT "SplitAssignment_datasetId_exampleId_fkey" FOREIGN KEY ("datasetId", "exampleId") REFERENCES "Example"("datasetId", id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SplitAssignment" ADD CONSTRAINT "SplitAssignment_registrationId_fkey" FOREIGN KEY ("registrationId") REFERENCES "SplitRegistration"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SplitRegistration" ADD CONSTRAINT "SplitRegistration_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "StepCaller" ADD CONSTRAINT "StepCaller_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "StrategyReport" ADD CONSTRAINT "StrategyReport_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SweepAttempt" ADD CONSTRAINT "SweepAttempt_cellId_fkey" FOREIGN KEY ("cellId") REFERENCES "SweepCell"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SweepCell" ADD CONSTRAINT "SweepCell_sweepId_fkey" FOREIGN KEY ("sweepId") REFERENCES "Sweep"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Task" ADD CONSTRAINT "Task_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;

RESET check_function_bodies;
