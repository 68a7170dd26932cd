-- Agents, their rollouts, and what these left behind.
CREATE TABLE "Agent" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "secretCiphertext" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archivedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Agent_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AgentVersion" (
    "agentId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentVersion_pkey" PRIMARY KEY ("agentId", "version")
);

CREATE TABLE "Rollout" (
    "id" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "agentId" TEXT NOT NULL,
    "agentVersion" INTEGER NOT NULL,
    "agentName" TEXT NOT NULL,
    "runId" TEXT,
    "purpose" TEXT NOT NULL,
    "candidateHash" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "order" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deadlineAt" TIMESTAMPTZ(3) NOT NULL,
    "heardAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "outcome" JSONB,
    "lateOutcome" JSONB,
    "fault" JSONB,
    "waitMs" INTEGER NOT NULL DEFAULT 0,
    "modelCalls" INTEGER NOT NULL DEFAULT 0,
    "tokensIn" INTEGER NOT NULL DEFAULT 0,
    "tokensOut" INTEGER NOT NULL DEFAULT 0,
    "tokensCached" INTEGER NOT NULL DEFAULT 0,
    "costUsd" DOUBLE PRECISION,
    "countedBy" TEXT NOT NULL DEFAULT 'unknown',
    "injection" JSONB,
    "trajectoryHash" TEXT,

    CONSTRAINT "Rollout_pkey" PRIMARY KEY ("id", "attempt")
);

CREATE TABLE "AgentCall" (
    "rolloutId" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "dialect" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "retryOf" INTEGER,
    "status" TEXT NOT NULL DEFAULT 'sent',
    "httpStatus" INTEGER,
    "fault" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "firstByteMs" INTEGER,
    "delayMs" INTEGER,
    "asked" JSONB NOT NULL,
    "sent" JSONB NOT NULL,
    "tokensIn" INTEGER NOT NULL DEFAULT 0,
    "tokensOut" INTEGER NOT NULL DEFAULT 0,
    "tokensCached" INTEGER NOT NULL DEFAULT 0,
    "costUsd" DOUBLE PRECISION,
    "countedBy" TEXT NOT NULL DEFAULT 'reservation',
    "request" BYTEA,
    "reply" BYTEA,

    CONSTRAINT "AgentCall_pkey" PRIMARY KEY ("rolloutId", "attempt", "ordinal")
);

CREATE TABLE "Trajectory" (
    "workspaceId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "encoding" TEXT NOT NULL DEFAULT 'gzip',
    "steps" INTEGER NOT NULL,
    "toolErrors" INTEGER NOT NULL,
    "characters" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Trajectory_pkey" PRIMARY KEY ("workspaceId", "hash")
);

CREATE UNIQUE INDEX "Agent_workspaceId_name_key" ON "Agent"("workspaceId", "name");
CREATE INDEX "Rollout_workspaceId_startedAt_idx" ON "Rollout"("workspaceId", "startedAt");
CREATE INDEX "Rollout_runId_startedAt_idx" ON "Rollout"("runId", "startedAt");
CREATE INDEX "Rollout_agentId_startedAt_idx" ON "Rollout"("agentId", "startedAt");
CREATE INDEX "Rollout_status_deadlineAt_idx" ON "Rollout"("status", "deadlineAt");

ALTER TABLE "Agent" ADD CONSTRAINT "Agent_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AgentVersion" ADD CONSTRAINT "AgentVersion_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Rollout" ADD CONSTRAINT "Rollout_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AgentCall" ADD CONSTRAINT "AgentCall_rolloutId_attempt_fkey" FOREIGN KEY ("rolloutId", "attempt") REFERENCES "Rollout"("id", "attempt") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Trajectory" ADD CONSTRAINT "Trajectory_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
