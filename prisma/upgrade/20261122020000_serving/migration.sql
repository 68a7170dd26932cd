-- AlterTable
ALTER TABLE "Workspace" ADD COLUMN     "configVersion" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "isBrowser" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "slotId" TEXT;

-- CreateTable
CREATE TABLE "Slot" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "livePromptId" TEXT,
    "previousPromptId" TEXT,
    "split" JSONB,
    "isReverted" BOOLEAN NOT NULL DEFAULT false,
    "configVersion" INTEGER NOT NULL DEFAULT 0,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archivedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Slot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ServedPrompt" (
    "id" TEXT NOT NULL,
    "slotId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "model" TEXT,
    "params" JSONB NOT NULL DEFAULT '{}',
    "runId" TEXT,
    "candidateHash" TEXT,
    "isPractice" BOOLEAN NOT NULL,
    "authors" TEXT[],
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ServedPrompt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FlagChange" (
    "id" BIGSERIAL NOT NULL,
    "slotId" TEXT NOT NULL,
    "configVersion" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "livePromptId" TEXT,
    "split" JSONB,
    "canaryId" TEXT,
    "actor" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FlagChange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Canary" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "slotId" TEXT NOT NULL,
    "challengerId" TEXT NOT NULL,
    "incumbentId" TEXT,
    "state" TEXT NOT NULL DEFAULT 'drafted',
    "draft" JSONB NOT NULL,
    "plan" JSONB,
    "planHash" TEXT,
    "registeredBy" TEXT,
    "registeredAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "step" INTEGER,
    "stageStartedAt" TIMESTAMPTZ(3),
    "lastTrafficAt" TIMESTAMPTZ(3),
    "progress" JSONB,
    "tally" JSONB,
    "evidence" JSONB,
    "evidenceHash" TEXT,
    "isHeld" BOOLEAN NOT NULL DEFAULT false,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Canary_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CanaryApproval" (
    "id" BIGSERIAL NOT NULL,
    "canaryId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "decision" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CanaryApproval_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CanaryComment" (
    "id" TEXT NOT NULL,
    "canaryId" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "authorId" TEXT,
    "author" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "CanaryComment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CanaryLook" (
    "canaryId" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "look" INTEGER NOT NULL,
    "pairs" INTEGER NOT NULL,
    "discordant" INTEGER NOT NULL,
    "difference" DOUBLE PRECISION NOT NULL,
    "lower" DOUBLE PRECISION,
    "upper" DOUBLE PRECISION,
    "verdict" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CanaryLook_pkey" PRIMARY KEY ("canaryId","stage","look")
);

-- CreateTable
CREATE TABLE "CanaryPair" (
    "canaryId" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "exposureId" TEXT NOT NULL,
    "cluster" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "incumbentScore" DOUBLE PRECISION,
    "challengerScore" DOUBLE PRECISION,
    "incumbentLatencyMs" DOUBLE PRECISION,
    "challengerLatencyMs" DOUBLE PRECISION,
    "incumbentCostUsd" DOUBLE PRECISION,
    "challengerCostUsd" DOUBLE PRECISION,
    "incumbentFailure" TEXT,
    "challengerFailure" TEXT,
    "custom" JSONB,
    "countedAt" TIMESTAMPTZ(3),

    CONSTRAINT "CanaryPair_pkey" PRIMARY KEY ("canaryId","stage","exposureId")
);

-- CreateTable
CREATE TABLE "ArmOutcome" (
    "canaryId" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "exposureId" TEXT NOT NULL,
    "variant" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "score" DOUBLE PRECISION,
    "latencyMs" DOUBLE PRECISION,
    "costUsd" DOUBLE PRECISION,
    "failure" TEXT,
    "countedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ArmOutcome_pkey" PRIMARY KEY ("canaryId","step","exposureId")
);

-- CreateTable
CREATE TABLE "ExposureCount" (
    "slotId" TEXT NOT NULL,
    "promptId" TEXT NOT NULL,
    "variant" TEXT NOT NULL,
    "at" TIMESTAMPTZ(0) NOT NULL,
    "process" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "ExposureCount_pkey" PRIMARY KEY ("slotId","at","promptId","variant","process")
);

-- CreateTable
CREATE TABLE "AuditSeal" (
    "workspaceId" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "entryId" BIGINT NOT NULL,
    "previousHash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "sealedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AuditSeal_pkey" PRIMARY KEY ("workspaceId","seq")
);

-- CreateTable
CREATE TABLE "Notice" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "readAt" TIMESTAMPTZ(3),

    CONSTRAINT "Notice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Webhook" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "shape" TEXT NOT NULL DEFAULT 'json',
    "events" TEXT[],
    "secretEncrypted" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" TEXT NOT NULL,
    "webhookId" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastStatus" INTEGER,
    "lastError" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "nextAt" TIMESTAMPTZ(3),
    "deliveredAt" TIMESTAMPTZ(3),

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Slot_workspaceId_kind_slug_key" ON "Slot"("workspaceId", "kind", "slug");

-- CreateIndex
CREATE INDEX "ServedPrompt_slotId_sha256_idx" ON "ServedPrompt"("slotId", "sha256");

-- CreateIndex
CREATE UNIQUE INDEX "ServedPrompt_slotId_version_key" ON "ServedPrompt"("slotId", "version");

-- CreateIndex
CREATE INDEX "FlagChange_slotId_at_idx" ON "FlagChange"("slotId", "at");

-- CreateIndex
CREATE INDEX "Canary_slotId_createdAt_idx" ON "Canary"("slotId", "createdAt");

-- CreateIndex
CREATE INDEX "Canary_state_idx" ON "Canary"("state");

-- CreateIndex
CREATE INDEX "Canary_workspaceId_createdAt_id_idx" ON "Canary"("workspaceId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "CanaryApproval_canaryId_id_idx" ON "CanaryApproval"("canaryId", "id");

-- CreateIndex
CREATE INDEX "CanaryComment_canaryId_createdAt_idx" ON "CanaryComment"("canaryId", "createdAt");

-- CreateIndex
CREATE INDEX "CanaryPair_canaryId_stage_countedAt_at_idx" ON "CanaryPair"("canaryId", "stage", "countedAt", "at");

-- CreateIndex
CREATE INDEX "ArmOutcome_canaryId_step_countedAt_idx" ON "ArmOutcome"("canaryId", "step", "countedAt");

-- CreateIndex
CREATE UNIQUE INDEX "AuditSeal_entryId_key" ON "AuditSeal"("entryId");

-- CreateIndex
CREATE INDEX "Notice_userId_readAt_createdAt_idx" ON "Notice"("userId", "readAt", "createdAt");

-- CreateIndex
CREATE INDEX "Webhook_workspaceId_idx" ON "Webhook"("workspaceId");

-- CreateIndex
CREATE INDEX "WebhookDelivery_webhookId_createdAt_idx" ON "WebhookDelivery"("webhookId", "createdAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_state_nextAt_idx" ON "WebhookDelivery"("state", "nextAt");

-- CreateIndex
CREATE INDEX "ApiKey_slotId_idx" ON "ApiKey"("slotId");

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_slotId_fkey" FOREIGN KEY ("slotId") REFERENCES "Slot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Slot" ADD CONSTRAINT "Slot_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ServedPrompt" ADD CONSTRAINT "ServedPrompt_slotId_fkey" FOREIGN KEY ("slotId") REFERENCES "Slot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FlagChange" ADD CONSTRAINT "FlagChange_slotId_fkey" FOREIGN KEY ("slotId") REFERENCES "Slot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Canary" ADD CONSTRAINT "Canary_slotId_fkey" FOREIGN KEY ("slotId") REFERENCES "Slot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Canary" ADD CONSTRAINT "Canary_challengerId_fkey" FOREIGN KEY ("challengerId") REFERENCES "ServedPrompt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CanaryApproval" ADD CONSTRAINT "CanaryApproval_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CanaryComment" ADD CONSTRAINT "CanaryComment_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CanaryLook" ADD CONSTRAINT "CanaryLook_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CanaryPair" ADD CONSTRAINT "CanaryPair_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ArmOutcome" ADD CONSTRAINT "ArmOutcome_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;



-- What must not change, whoever writes: the append-only rows, what is served, what was registered, what a slot is.
-- As everywhere, a row may go only when what it belongs to is already gone.
CREATE FUNCTION waggle_keep_of_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "Slot" WHERE "id" = OLD."slotId") THEN
    RAISE EXCEPTION '% is append-only: DELETE refused while its slot exists', TG_TABLE_NAME USING ERRCODE = 'WG001';
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION waggle_keep_of_canary() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "Canary" WHERE "id" = OLD."canaryId") THEN
    RAISE EXCEPTION '% is append-only: DELETE refused while its canary exists', TG_TABLE_NAME USING ERRCODE = 'WG001';
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION waggle_keep_slot_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."kind" <> OLD."kind" OR NEW."slug" <> OLD."slug" OR NEW."workspaceId" <> OLD."workspaceId" THEN
    RAISE EXCEPTION 'A slot keeps its kind and its key' USING ERRCODE = 'WG001';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION waggle_keep_registered_canary() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "FlagChange_no_update" BEFORE UPDATE ON "FlagChange"
  FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "FlagChange_no_truncate" BEFORE TRUNCATE ON "FlagChange"
  FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "FlagChange_no_delete" BEFORE DELETE ON "FlagChange"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_slot();
CREATE TRIGGER "ServedPrompt_no_update" BEFORE UPDATE ON "ServedPrompt"
  FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "ServedPrompt_no_truncate" BEFORE TRUNCATE ON "ServedPrompt"
  FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "ServedPrompt_no_delete" BEFORE DELETE ON "ServedPrompt"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_slot();
CREATE TRIGGER "CanaryApproval_no_update" BEFORE UPDATE ON "CanaryApproval"
  FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "CanaryApproval_no_truncate" BEFORE TRUNCATE ON "CanaryApproval"
  FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "CanaryApproval_no_delete" BEFORE DELETE ON "CanaryApproval"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_canary();
CREATE TRIGGER "CanaryLook_no_update" BEFORE UPDATE ON "CanaryLook"
  FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "CanaryLook_no_truncate" BEFORE TRUNCATE ON "CanaryLook"
  FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "CanaryLook_no_delete" BEFORE DELETE ON "CanaryLook"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_canary();
CREATE TRIGGER "AuditSeal_no_update" BEFORE UPDATE ON "AuditSeal"
  FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "AuditSeal_no_truncate" BEFORE TRUNCATE ON "AuditSeal"
  FOR EACH STATEMENT EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "AuditSeal_no_delete" BEFORE DELETE ON "AuditSeal"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_audit_entry();
CREATE TRIGGER "Slot_kind" BEFORE UPDATE ON "Slot"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_slot_kind();
CREATE TRIGGER "Canary_registered" BEFORE UPDATE ON "Canary"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_registered_canary();
