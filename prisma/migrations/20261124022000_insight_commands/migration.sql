CREATE TABLE "InsightCommand" (
    "id" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "bulletId" TEXT NOT NULL,
    "section" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "before" TEXT,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "takenIteration" INTEGER,

    CONSTRAINT "InsightCommand_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "InsightCommand_runId_position_key" ON "InsightCommand"("runId", "position");
