-- An owner's recorded word on a claim that was measured on one hardware class only.

-- CreateTable
CREATE TABLE "ReadinessWaiver" (
    "runId" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "waivedBy" TEXT NOT NULL,
    "waivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReadinessWaiver_pkey" PRIMARY KEY ("runId")
);
