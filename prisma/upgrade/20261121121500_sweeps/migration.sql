-- Sweeps: arms x batch sizes x seeds under one budget.

-- CreateTable
CREATE TABLE "Sweep" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "experimentId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "base" JSONB NOT NULL,
    "estimate" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "statusReason" TEXT,
    "practice" BOOLEAN NOT NULL DEFAULT false,
    "timeScale" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Sweep_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SweepCell" (
    "id" TEXT NOT NULL,
    "sweepId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "arm" TEXT NOT NULL,
    "batchSize" INTEGER,
    "seed" INTEGER NOT NULL,
    "estimate" JSONB NOT NULL,
    "wanted" INTEGER NOT NULL DEFAULT 1,
    "retryReason" TEXT,
    "retryBy" TEXT,
    "waits" TEXT,

    CONSTRAINT "SweepCell_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SweepAttempt" (
    "runId" TEXT NOT NULL,
    "cellId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "caps" JSONB NOT NULL,
    "reason" TEXT,
    "startedBy" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "charge" JSONB,
    "result" JSONB,

    CONSTRAINT "SweepAttempt_pkey" PRIMARY KEY ("runId")
);

-- CreateIndex
CREATE INDEX "Sweep_workspaceId_createdAt_idx" ON "Sweep"("workspaceId", "createdAt");

-- CreateIndex
CREATE INDEX "Sweep_experimentId_createdAt_idx" ON "Sweep"("experimentId", "createdAt");

-- CreateIndex
CREATE INDEX "Sweep_status_idx" ON "Sweep"("status");

-- CreateIndex
CREATE UNIQUE INDEX "SweepCell_sweepId_position_key" ON "SweepCell"("sweepId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "SweepAttempt_cellId_ordinal_key" ON "SweepAttempt"("cellId", "ordinal");

-- AddForeignKey
ALTER TABLE "SweepCell" ADD CONSTRAINT "SweepCell_sweepId_fkey" FOREIGN KEY ("sweepId") REFERENCES "Sweep"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SweepAttempt" ADD CONSTRAINT "SweepAttempt_cellId_fkey" FOREIGN KEY ("cellId") REFERENCES "SweepCell"("id") ON DELETE CASCADE ON UPDATE CASCADE;
