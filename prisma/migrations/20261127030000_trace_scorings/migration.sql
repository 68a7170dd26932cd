-- CreateTable
CREATE TABLE "TraceScoring" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "evaluator" JSONB NOT NULL,
    "judgeHash" TEXT,
    "filter" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "planned" INTEGER NOT NULL,
    "scored" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "lastFault" TEXT,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "usd" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "unpriced" INTEGER NOT NULL DEFAULT 0,
    "usdMax" DOUBLE PRECISION,
    "calibration" JSONB,
    "problem" JSONB,
    "startedBy" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "touchedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "TraceScoring_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TraceScoringItem" (
    "scoringId" TEXT NOT NULL,
    "traceId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "reference" DOUBLE PRECISION,
    "score" DOUBLE PRECISION,
    "fault" TEXT,
    "settledAt" TIMESTAMPTZ(3),

    CONSTRAINT "TraceScoringItem_pkey" PRIMARY KEY ("scoringId","ordinal")
);

-- CreateIndex
CREATE INDEX "TraceScoring_workspaceId_createdAt_idx" ON "TraceScoring"("workspaceId", "createdAt");

-- CreateIndex
CREATE INDEX "TraceScoring_workspaceId_judgeHash_idx" ON "TraceScoring"("workspaceId", "judgeHash");

-- CreateIndex
CREATE INDEX "TraceScoring_state_createdAt_idx" ON "TraceScoring"("state", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "TraceScoringItem_scoringId_traceId_key" ON "TraceScoringItem"("scoringId", "traceId");

-- AddForeignKey
ALTER TABLE "TraceScoring" ADD CONSTRAINT "TraceScoring_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TraceScoringItem" ADD CONSTRAINT "TraceScoringItem_scoringId_fkey" FOREIGN KEY ("scoringId") REFERENCES "TraceScoring"("id") ON DELETE CASCADE ON UPDATE CASCADE;
