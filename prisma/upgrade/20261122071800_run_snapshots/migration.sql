-- What a run page shows, folded from the ledger up to a number; it can be thrown away at any time.
CREATE TABLE "RunSnapshot" (
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "fold" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "keptAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RunSnapshot_pkey" PRIMARY KEY ("runId")
);

ALTER TABLE "RunSnapshot" ADD CONSTRAINT "RunSnapshot_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
