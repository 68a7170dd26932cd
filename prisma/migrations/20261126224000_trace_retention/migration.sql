-- DropIndex
DROP INDEX "Trace_workspaceId_receivedAt_idx";

-- CreateIndex
CREATE INDEX "Trace_workspaceId_receivedAt_id_idx" ON "Trace"("workspaceId", "receivedAt", "id");

-- CreateIndex
CREATE INDEX "Trace_trajectoryHash_idx" ON "Trace"("trajectoryHash");

-- CreateIndex
CREATE INDEX "TracePart_receivedAt_idx" ON "TracePart" USING BRIN ("receivedAt");

-- CreateIndex
CREATE INDEX "Rollout_trajectoryHash_idx" ON "Rollout"("trajectoryHash");
