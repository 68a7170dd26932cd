-- CreateTable
CREATE TABLE "TracePart" (
    "id" BIGSERIAL NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "traceId" TEXT NOT NULL,
    "form" TEXT NOT NULL DEFAULT 'records',
    "source" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "records" INTEGER NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TracePart_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TracePending" (
    "workspaceId" TEXT NOT NULL,
    "traceId" TEXT NOT NULL,
    "firstAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "TracePending_pkey" PRIMARY KEY ("workspaceId","traceId")
);

-- CreateTable
CREATE TABLE "Trace" (
    "workspaceId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "service" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL DEFAULT '',
    "agentName" TEXT NOT NULL DEFAULT '',
    "models" TEXT[],
    "tools" TEXT[],
    "promptName" TEXT,
    "promptVersion" TEXT,
    "sessionId" TEXT,
    "userId" TEXT,
    "task" TEXT NOT NULL,
    "output" TEXT NOT NULL,
    "error" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "durationMs" INTEGER,
    "steps" INTEGER NOT NULL DEFAULT 0,
    "modelCalls" INTEGER NOT NULL DEFAULT 0,
    "toolCalls" INTEGER NOT NULL DEFAULT 0,
    "toolErrors" INTEGER NOT NULL DEFAULT 0,
    "tokensIn" INTEGER NOT NULL DEFAULT 0,
    "tokensOut" INTEGER NOT NULL DEFAULT 0,
    "costUsd" DOUBLE PRECISION,
    "score" DOUBLE PRECISION,
    "scoredBy" TEXT,
    "scoreLabel" TEXT,
    "feedback" TEXT,
    "trajectoryHash" TEXT,
    "taskHash" TEXT NOT NULL,
    "unread" JSONB NOT NULL DEFAULT '{}',
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "assembledAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Trace_pkey" PRIMARY KEY ("workspaceId","id")
);

-- CreateTable
CREATE TABLE "TraceScore" (
    "workspaceId" TEXT NOT NULL,
    "traceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "value" DOUBLE PRECISION,
    "label" TEXT,
    "explanation" TEXT,
    "userId" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TraceScore_pkey" PRIMARY KEY ("workspaceId","traceId","by","name")
);

-- CreateTable
CREATE TABLE "TraceSample" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "seed" INTEGER NOT NULL,
    "items" JSONB NOT NULL,
    "hash" TEXT NOT NULL,
    "counts" JSONB NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TraceSample_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TracePolicy" (
    "workspaceId" TEXT NOT NULL,
    "retentionDays" INTEGER NOT NULL DEFAULT 90,
    "bytesMax" BIGINT,
    "privacy" TEXT NOT NULL DEFAULT 'mask',
    "keepsContent" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "TracePolicy_pkey" PRIMARY KEY ("workspaceId")
);

-- CreateIndex
CREATE INDEX "TracePart_workspaceId_traceId_idx" ON "TracePart"("workspaceId", "traceId");

-- CreateIndex
CREATE INDEX "TracePending_dueAt_idx" ON "TracePending"("dueAt");

-- CreateIndex
CREATE INDEX "Trace_workspaceId_startedAt_id_idx" ON "Trace"("workspaceId", "startedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Trace_workspaceId_receivedAt_idx" ON "Trace"("workspaceId", "receivedAt");

-- CreateIndex
CREATE INDEX "Trace_workspaceId_taskHash_idx" ON "Trace"("workspaceId", "taskHash");

-- CreateIndex
CREATE INDEX "TraceSample_workspaceId_createdAt_idx" ON "TraceSample"("workspaceId", "createdAt");

-- AddForeignKey
ALTER TABLE "TracePart" ADD CONSTRAINT "TracePart_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TracePending" ADD CONSTRAINT "TracePending_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Trace" ADD CONSTRAINT "Trace_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TraceScore" ADD CONSTRAINT "TraceScore_workspaceId_traceId_fkey" FOREIGN KEY ("workspaceId", "traceId") REFERENCES "Trace"("workspaceId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TraceSample" ADD CONSTRAINT "TraceSample_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TracePolicy" ADD CONSTRAINT "TracePolicy_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
