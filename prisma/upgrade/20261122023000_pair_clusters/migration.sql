-- CreateIndex
CREATE INDEX "CanaryPair_canaryId_stage_cluster_idx" ON "CanaryPair"("canaryId", "stage", "cluster");
