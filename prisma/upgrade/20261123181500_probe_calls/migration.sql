-- Each call by which an evaluator scored a probe set again, so that what was paid is counted where no reading came of it.
CREATE TABLE "ProbeCall" (
    "canaryId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "key" TEXT NOT NULL,
    "isScored" BOOLEAN NOT NULL,
    "costUsd" DOUBLE PRECISION,

    CONSTRAINT "ProbeCall_pkey" PRIMARY KEY ("canaryId","at","key")
);

ALTER TABLE "ProbeCall" ADD CONSTRAINT "ProbeCall_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"("id") ON DELETE CASCADE ON UPDATE CASCADE;
