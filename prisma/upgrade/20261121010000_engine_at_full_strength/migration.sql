-- Scheduling, evaluation cache, confirmation, groups and branches of runs.

-- AlterEnum
ALTER TYPE "RunKind" ADD VALUE 'evaluation';

-- AlterTable
ALTER TABLE "JournalCall" ADD COLUMN     "cached" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "hedge" JSONB;

-- AlterTable
ALTER TABLE "Provider" ADD COLUMN     "acceleratorsPerCall" DOUBLE PRECISION;

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "branchedFromId" TEXT,
ADD COLUMN     "groupId" TEXT,
ADD COLUMN     "readinessLight" TEXT,
ADD COLUMN     "readinessOfId" TEXT;

-- AlterTable
ALTER TABLE "WorkerBeat" ADD COLUMN     "providers" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "RunGroup" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "shape" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "rejected" JSONB NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RunGroup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PriorityCandidate" (
    "id" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "takenAt" TIMESTAMPTZ(3),

    CONSTRAINT "PriorityCandidate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ConfirmationOpening" (
    "registrationId" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "candidateHash" TEXT NOT NULL,
    "evaluationRunId" TEXT NOT NULL,
    "openedBy" TEXT NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ConfirmationOpening_pkey" PRIMARY KEY ("registrationId")
);

-- CreateTable
CREATE TABLE "Evaluation" (
    "workspaceId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "namespace" TEXT NOT NULL,
    "candidateHash" TEXT NOT NULL,
    "inputHash" TEXT NOT NULL,
    "evaluatorHash" TEXT NOT NULL,
    "servingModelHash" TEXT NOT NULL,
    "paramsHash" TEXT NOT NULL,
    "repetition" INTEGER NOT NULL,
    "reply" JSONB NOT NULL,
    "runId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "invalidatedAt" TIMESTAMPTZ(3),
    "invalidatedBy" TEXT,
    "invalidationReason" TEXT,

    CONSTRAINT "Evaluation_pkey" PRIMARY KEY ("workspaceId","key","generation")
);

-- CreateIndex
CREATE INDEX "RunGroup_workspaceId_createdAt_idx" ON "RunGroup"("workspaceId", "createdAt");

-- CreateIndex
CREATE INDEX "PriorityCandidate_runId_takenAt_idx" ON "PriorityCandidate"("runId", "takenAt");

-- CreateIndex
CREATE INDEX "Evaluation_workspaceId_candidateHash_idx" ON "Evaluation"("workspaceId", "candidateHash");

-- CreateIndex
CREATE INDEX "Run_groupId_idx" ON "Run"("groupId");

-- CreateIndex
CREATE INDEX "Run_readinessOfId_idx" ON "Run"("readinessOfId");
