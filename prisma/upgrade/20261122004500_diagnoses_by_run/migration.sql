-- DropIndex
DROP INDEX "Diagnosis_workspaceId_scopeHash_idx";

-- CreateIndex
CREATE INDEX "Diagnosis_workspaceId_scopeHash_createdAt_id_idx" ON "Diagnosis"("workspaceId", "scopeHash", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Diagnosis_runId_idx" ON "Diagnosis"("runId");


