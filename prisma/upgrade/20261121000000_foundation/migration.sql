-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('owner', 'experimenter', 'reviewer', 'viewer');

-- CreateEnum
CREATE TYPE "Split" AS ENUM ('train', 'selection', 'heldOut', 'confirmation');

-- CreateEnum
CREATE TYPE "RunStatus" AS ENUM ('queued', 'running', 'paused', 'stopped', 'finished', 'failed');

-- CreateEnum
CREATE TYPE "RunControl" AS ENUM ('run', 'pause', 'stop');

-- CreateEnum
CREATE TYPE "RunKind" AS ENUM ('serialBaseline', 'combee', 'comparisonPoint');

-- CreateTable
CREATE TABLE "Workspace" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "disabledAt" TIMESTAMPTZ(3),
    "sessionEpoch" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Membership" (
    "workspaceId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Membership_pkey" PRIMARY KEY ("workspaceId","userId")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "secretHash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" BIGSERIAL NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Provider" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "baseUrl" TEXT NOT NULL,
    "keyCiphertext" TEXT,
    "keyHint" TEXT,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "practice" BOOLEAN NOT NULL DEFAULT false,
    "hardware" TEXT NOT NULL DEFAULT 'unknown',
    "requestsPerMinute" INTEGER,
    "tokensPerMinute" INTEGER,
    "concurrency" INTEGER NOT NULL DEFAULT 16,
    "timeoutMs" INTEGER NOT NULL DEFAULT 120000,
    "maxAttempts" INTEGER NOT NULL DEFAULT 5,
    "archivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Provider_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Model" (
    "id" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "contextTokens" INTEGER NOT NULL DEFAULT 128000,
    "usdPerMillionIn" DOUBLE PRECISION,
    "usdPerMillionOut" DOUBLE PRECISION,
    "usdPerMillionCached" DOUBLE PRECISION,
    "pricedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Model_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Task" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "preset" TEXT NOT NULL,
    "instructions" TEXT NOT NULL,
    "inputShape" TEXT NOT NULL,
    "outputShape" TEXT NOT NULL,
    "scoring" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Dataset" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "preset" TEXT NOT NULL,
    "bundled" BOOLEAN NOT NULL DEFAULT false,
    "hash" TEXT NOT NULL,
    "exampleCount" INTEGER NOT NULL,
    "importReport" JSONB NOT NULL,
    "createdBy" TEXT NOT NULL,
    "archivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Dataset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Example" (
    "datasetId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "question" TEXT NOT NULL,
    "context" TEXT NOT NULL,
    "expected" TEXT NOT NULL,
    "groupKey" TEXT,
    "contentHash" TEXT NOT NULL,
    "sourceSplit" TEXT,

    CONSTRAINT "Example_pkey" PRIMARY KEY ("datasetId","id")
);

-- CreateTable
CREATE TABLE "SplitRegistration" (
    "id" TEXT NOT NULL,
    "datasetId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "rule" JSONB NOT NULL,
    "hash" TEXT NOT NULL,
    "counts" JSONB NOT NULL,
    "registeredBy" TEXT NOT NULL,
    "registeredAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "pinnedAt" TIMESTAMPTZ(3),
    "heldOutUses" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "SplitRegistration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SplitAssignment" (
    "registrationId" TEXT NOT NULL,
    "datasetId" TEXT NOT NULL,
    "exampleId" TEXT NOT NULL,
    "split" "Split" NOT NULL,

    CONSTRAINT "SplitAssignment_pkey" PRIMARY KEY ("registrationId","exampleId")
);

-- CreateTable
CREATE TABLE "Experiment" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "taskId" TEXT NOT NULL,
    "splitId" TEXT NOT NULL,
    "config" JSONB NOT NULL,
    "createdBy" TEXT NOT NULL,
    "archivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Experiment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "experimentId" TEXT NOT NULL,
    "kind" "RunKind" NOT NULL,
    "label" TEXT NOT NULL,
    "seed" INTEGER NOT NULL,
    "manifest" JSONB NOT NULL,
    "manifestHash" TEXT NOT NULL,
    "status" "RunStatus" NOT NULL DEFAULT 'queued',
    "control" "RunControl" NOT NULL DEFAULT 'run',
    "statusReason" TEXT,
    "runHash" TEXT,
    "practice" BOOLEAN NOT NULL DEFAULT false,
    "lastSeq" INTEGER NOT NULL DEFAULT 0,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "worker" TEXT,
    "summary" JSONB NOT NULL DEFAULT '{}',
    "createdBy" TEXT NOT NULL,
    "archivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Diagnosis" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "scopeHash" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Diagnosis_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WorkerBeat" (
    "id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "beatAt" TIMESTAMPTZ(3) NOT NULL,
    "runs" TEXT[],

    CONSTRAINT "WorkerBeat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LedgerEntry" (
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "measured" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LedgerEntry_pkey" PRIMARY KEY ("runId","seq")
);

-- CreateTable
CREATE TABLE "Text" (
    "hash" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Text_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "JournalCall" (
    "runId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "iteration" INTEGER NOT NULL,
    "purpose" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "promptHash" TEXT NOT NULL,
    "paramsHash" TEXT NOT NULL,
    "messages" JSONB NOT NULL,
    "dispatches" INTEGER NOT NULL DEFAULT 1,
    "reservedTokens" INTEGER NOT NULL DEFAULT 0,
    "reservedUsd" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,
    "answeredAt" TIMESTAMPTZ(3),
    "outcome" JSONB,
    "tokensIn" INTEGER NOT NULL DEFAULT 0,
    "tokensOut" INTEGER NOT NULL DEFAULT 0,
    "tokensCached" INTEGER NOT NULL DEFAULT 0,
    "delayMs" DOUBLE PRECISION,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "costUsd" DOUBLE PRECISION,
    "spendUsd" DOUBLE PRECISION,
    "worker" TEXT NOT NULL,

    CONSTRAINT "JournalCall_pkey" PRIMARY KEY ("runId","key")
);

-- CreateTable
CREATE TABLE "JournalDecision" (
    "runId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "iteration" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "JournalDecision_pkey" PRIMARY KEY ("runId","key")
);

-- CreateTable
CREATE TABLE "IterationRequest" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "result" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "IterationRequest_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE INDEX "Membership_userId_idx" ON "Membership"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_secretHash_key" ON "ApiKey"("secretHash");

-- CreateIndex
CREATE INDEX "ApiKey_workspaceId_idx" ON "ApiKey"("workspaceId");

-- CreateIndex
CREATE INDEX "AuditEntry_workspaceId_id_idx" ON "AuditEntry"("workspaceId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Provider_workspaceId_name_key" ON "Provider"("workspaceId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Model_providerId_name_key" ON "Model"("providerId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Task_workspaceId_name_key" ON "Task"("workspaceId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Dataset_workspaceId_name_key" ON "Dataset"("workspaceId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Example_datasetId_position_key" ON "Example"("datasetId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "SplitRegistration_datasetId_name_key" ON "SplitRegistration"("datasetId", "name");

-- CreateIndex
CREATE INDEX "SplitAssignment_registrationId_split_idx" ON "SplitAssignment"("registrationId", "split");

-- CreateIndex
CREATE UNIQUE INDEX "Experiment_workspaceId_name_key" ON "Experiment"("workspaceId", "name");

-- CreateIndex
CREATE INDEX "Run_workspaceId_createdAt_idx" ON "Run"("workspaceId", "createdAt");

-- CreateIndex
CREATE INDEX "Run_experimentId_createdAt_idx" ON "Run"("experimentId", "createdAt");

-- CreateIndex
CREATE INDEX "Diagnosis_workspaceId_scopeHash_idx" ON "Diagnosis"("workspaceId", "scopeHash");

-- CreateIndex
CREATE INDEX "LedgerEntry_runId_type_seq_idx" ON "LedgerEntry"("runId", "type", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "LedgerEntry_runId_key_key" ON "LedgerEntry"("runId", "key");

-- CreateIndex
CREATE INDEX "JournalCall_runId_iteration_idx" ON "JournalCall"("runId", "iteration");

-- CreateIndex
CREATE INDEX "IterationRequest_workspaceId_createdAt_idx" ON "IterationRequest"("workspaceId", "createdAt");

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuditEntry" ADD CONSTRAINT "AuditEntry_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Provider" ADD CONSTRAINT "Provider_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Model" ADD CONSTRAINT "Model_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "Provider"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Task" ADD CONSTRAINT "Task_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Dataset" ADD CONSTRAINT "Dataset_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Example" ADD CONSTRAINT "Example_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SplitRegistration" ADD CONSTRAINT "SplitRegistration_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SplitAssignment" ADD CONSTRAINT "SplitAssignment_registrationId_fkey" FOREIGN KEY ("registrationId") REFERENCES "SplitRegistration"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SplitAssignment" ADD CONSTRAINT "SplitAssignment_datasetId_exampleId_fkey" FOREIGN KEY ("datasetId", "exampleId") REFERENCES "Example"("datasetId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Experiment" ADD CONSTRAINT "Experiment_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Experiment" ADD CONSTRAINT "Experiment_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Experiment" ADD CONSTRAINT "Experiment_splitId_fkey" FOREIGN KEY ("splitId") REFERENCES "SplitRegistration"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_experimentId_fkey" FOREIGN KEY ("experimentId") REFERENCES "Experiment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LedgerEntry" ADD CONSTRAINT "LedgerEntry_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JournalCall" ADD CONSTRAINT "JournalCall_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JournalDecision" ADD CONSTRAINT "JournalDecision_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;



-- What follows is written by hand: rules that no program, ours included, may get around.

-- The ledger and the audit trail only grow. A row may go only when what it belongs to is already gone, which is
-- what a cascade looks like from inside.
CREATE FUNCTION waggle_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'WG001';
END $$;

CREATE FUNCTION waggle_keep_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "Run" WHERE "id" = OLD."runId") THEN
    RAISE EXCEPTION 'LedgerEntry is append-only: DELETE refused while its run exists' USING ERRCODE = 'WG001';
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION waggle_keep_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "Workspace" WHERE "id" = OLD."workspaceId") THEN
    RAISE EXCEPTION 'AuditEntry is append-only: DELETE refused while its workspace exists' USING ERRCODE = 'WG001';
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER "LedgerEntry_no_update" BEFORE UPDATE ON "LedgerEntry"
  FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "LedgerEntry_no_truncate" BEFORE TRUNCATE ON "LedgerEntry"
  FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "LedgerEntry_no_delete" BEFORE DELETE ON "LedgerEntry"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_ledger_entry();
CREATE TRIGGER "AuditEntry_no_update" BEFORE UPDATE ON "AuditEntry"
  FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "AuditEntry_no_truncate" BEFORE TRUNCATE ON "AuditEntry"
  FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "AuditEntry_no_delete" BEFORE DELETE ON "AuditEntry"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_audit_entry();

-- A split that a score has been measured on is fixed: only the count of held-out uses still moves.
CREATE FUNCTION waggle_keep_pinned_split() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."pinnedAt" IS NULL THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT 1 FROM "Dataset" WHERE "id" = OLD."datasetId") THEN
      RETURN OLD;
    END IF;
  ELSIF to_jsonb(NEW) - 'heldOutUses' = to_jsonb(OLD) - 'heldOutUses' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Split % is pinned by its first score: % refused', OLD."id", TG_OP USING ERRCODE = 'WG002';
END $$;

CREATE FUNCTION waggle_keep_pinned_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- The hash of a split names its examples, so what they say is fixed with it.
CREATE FUNCTION waggle_keep_pinned_example() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "SplitRegistration" WHERE "datasetId" = OLD."datasetId" AND "pinnedAt" IS NOT NULL) THEN
    RAISE EXCEPTION 'Example % belongs to a data set with a pinned split: UPDATE refused', OLD."id" USING ERRCODE = 'WG002';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "SplitRegistration_pinned" BEFORE UPDATE OR DELETE ON "SplitRegistration"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_pinned_split();
CREATE TRIGGER "SplitAssignment_pinned" BEFORE INSERT OR UPDATE OR DELETE ON "SplitAssignment"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_pinned_assignment();
CREATE TRIGGER "Example_pinned" BEFORE UPDATE ON "Example"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_pinned_example();
