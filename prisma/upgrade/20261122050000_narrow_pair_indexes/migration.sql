-- Most pairs are settled and of no conversation: the indexes hold only those that are looked for.
DROP INDEX "CanaryPair_canaryId_stage_countedAt_at_idx";

DROP INDEX "CanaryPair_canaryId_stage_cluster_idx";

CREATE INDEX "CanaryPair_canaryId_stage_at_idx" ON "CanaryPair"("canaryId", "stage", "at") WHERE ("countedAt" IS NULL);

CREATE INDEX "CanaryPair_canaryId_stage_cluster_idx" ON "CanaryPair"("canaryId", "stage", "cluster") WHERE ("cluster" IS NOT NULL);
