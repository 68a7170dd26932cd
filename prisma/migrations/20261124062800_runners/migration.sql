-- AlterTable
ALTER TABLE "Rollout" ADD COLUMN     "leasedAt" TIMESTAMPTZ(3),
ADD COLUMN     "offeredAt" TIMESTAMPTZ(3),
ADD COLUMN     "recalledAt" TIMESTAMPTZ(3),
ADD COLUMN     "runnerId" TEXT;

-- CreateTable
CREATE TABLE "Runner" (
    "agentId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "client" TEXT NOT NULL,
    "keyId" TEXT,
    "capacity" INTEGER NOT NULL,
    "connectedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Runner_pkey" PRIMARY KEY ("agentId","id")
);

-- CreateIndex
CREATE INDEX "Runner_workspaceId_idx" ON "Runner"("workspaceId");

-- CreateIndex
CREATE INDEX "Rollout_agentId_offeredAt_idx" ON "Rollout"("agentId", "offeredAt");

-- AddForeignKey
ALTER TABLE "Runner" ADD CONSTRAINT "Runner_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Runner" ADD CONSTRAINT "Runner_agentId_fkey" FOREIGN KEY ("agentId") REFERENCES "Agent"("id") ON DELETE CASCADE ON UPDATE CASCADE;
