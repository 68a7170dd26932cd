-- Requests of a slot that the gateway keeps as traces, and outcomes that join traces by their exposure.
ALTER TABLE "SlotGateway" ADD COLUMN "traceShare" DOUBLE PRECISION NOT NULL DEFAULT 0,
  ADD CONSTRAINT "SlotGateway_traceShare_check" CHECK ("traceShare" >= 0 AND "traceShare" <= 1);

ALTER TABLE "Trace" ADD COLUMN "exposureId" TEXT;
CREATE INDEX "Trace_exposure_idx" ON "Trace"("workspaceId", "exposureId") WHERE ("exposureId" IS NOT NULL);

-- CreateTable
CREATE TABLE "ExposureOutcome" (
    "workspaceId" TEXT NOT NULL,
    "exposureId" TEXT NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "failure" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ExposureOutcome_pkey" PRIMARY KEY ("workspaceId","exposureId")
);

-- CreateIndex
CREATE INDEX "ExposureOutcome_at_idx" ON "ExposureOutcome" USING BRIN ("at");

-- AddForeignKey
ALTER TABLE "ExposureOutcome" ADD CONSTRAINT "ExposureOutcome_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
