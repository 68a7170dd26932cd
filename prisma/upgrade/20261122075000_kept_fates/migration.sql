-- What became of a run's insights, reckoned from its ledger up to a number; it can be thrown away at any time.
CREATE TABLE "KeptFates" (
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "reckoning" INTEGER NOT NULL,
    "iterations" TEXT NOT NULL,

    CONSTRAINT "KeptFates_pkey" PRIMARY KEY ("runId")
);

ALTER TABLE "KeptFates" ADD CONSTRAINT "KeptFates_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
