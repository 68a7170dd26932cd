-- Whose answer it was, as a hash: arms are compared by their targeting keys.
ALTER TABLE "ArmOutcome" ADD COLUMN     "cluster" TEXT;

CREATE INDEX "ArmOutcome_canaryId_step_variant_cluster_idx" ON "ArmOutcome"("canaryId", "step", "variant", "cluster");
