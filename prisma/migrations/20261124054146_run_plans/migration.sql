ALTER TYPE "RunKind" ADD VALUE 'exploratory' BEFORE 'evaluation';

ALTER TABLE "Run" ADD COLUMN "planId" TEXT;

CREATE TABLE "RunPlan" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "experimentId" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "stop" JSONB,
    "serialRuns" INTEGER NOT NULL DEFAULT 1,
    "parallelRuns" INTEGER NOT NULL DEFAULT 1,
    "explores" BOOLEAN NOT NULL DEFAULT false,
    "startsAs" JSONB,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "RunPlan_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "RunPlan_workspaceId_createdAt_idx" ON "RunPlan"("workspaceId", "createdAt");
CREATE INDEX "RunPlan_experimentId_createdAt_idx" ON "RunPlan"("experimentId", "createdAt");
CREATE INDEX "RunPlan_status_idx" ON "RunPlan"("status");
CREATE INDEX "Run_planId_idx" ON "Run"("planId");
