-- Runs that happened elsewhere, brought in as serial baselines with their provenance.

-- CreateTable
CREATE TABLE "ImportedRun" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "task" TEXT,
    "seenUnit" TEXT NOT NULL,
    "scoredOn" TEXT NOT NULL,
    "summary" JSONB NOT NULL,
    "points" JSONB NOT NULL,
    "finalPrompt" TEXT,
    "seedPrompt" TEXT,
    "notes" JSONB NOT NULL,
    "provenance" JSONB NOT NULL,
    "createdBy" TEXT NOT NULL,
    "archivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ImportedRun_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ImportedRun_workspaceId_createdAt_id_idx" ON "ImportedRun"("workspaceId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "ImportedRun_workspaceId_name_key" ON "ImportedRun"("workspaceId", "name");

-- AddForeignKey
ALTER TABLE "ImportedRun" ADD CONSTRAINT "ImportedRun_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
