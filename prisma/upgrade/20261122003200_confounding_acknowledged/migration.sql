-- CreateTable
CREATE TABLE "ConfoundingAcknowledgement" (
    "runId" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "acknowledgedBy" TEXT NOT NULL,
    "acknowledgedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ConfoundingAcknowledgement_pkey" PRIMARY KEY ("runId")
);
