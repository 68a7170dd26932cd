-- Answers that an evaluator had scored, to be scored again while a canary relies on it; and each time that they were.
CREATE TABLE "EvaluatorProbe" (
    "canaryId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "answers" JSONB NOT NULL,
    "n" INTEGER NOT NULL,
    "takenAt" TIMESTAMPTZ(3) NOT NULL,
    "scoredAt" TIMESTAMPTZ(3),
    "wantedAt" TIMESTAMPTZ(3),

    CONSTRAINT "EvaluatorProbe_pkey" PRIMARY KEY ("canaryId")
);
CREATE TABLE "EvaluatorReading" (
    "canaryId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "n" INTEGER NOT NULL,
    "meanThen" DOUBLE PRECISION NOT NULL,
    "mean" DOUBLE PRECISION NOT NULL,
    "standardError" DOUBLE PRECISION NOT NULL,
    "shift" DOUBLE PRECISION NOT NULL,
    "p" DOUBLE PRECISION NOT NULL,
    "costUsd" DOUBLE PRECISION,

    CONSTRAINT "EvaluatorReading_pkey" PRIMARY KEY ("canaryId", "at")
);
ALTER TABLE "EvaluatorProbe" ADD CONSTRAINT "EvaluatorProbe_canaryId_fkey"
  FOREIGN KEY ("canaryId") REFERENCES "Canary"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "EvaluatorReading" ADD CONSTRAINT "EvaluatorReading_canaryId_fkey"
  FOREIGN KEY ("canaryId") REFERENCES "Canary"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was kept to be compared with stays as it was kept, and a reading as it was read.
CREATE TRIGGER "EvaluatorProbe_answers" BEFORE UPDATE ON "EvaluatorProbe"
  FOR EACH ROW WHEN (OLD."answers"::text IS DISTINCT FROM NEW."answers"::text) EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "EvaluatorProbe_no_delete" BEFORE DELETE ON "EvaluatorProbe"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_canary();
CREATE TRIGGER "EvaluatorReading_no_update" BEFORE UPDATE ON "EvaluatorReading"
  FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "EvaluatorReading_no_delete" BEFORE DELETE ON "EvaluatorReading"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_canary();

-- Guardrail scores of one arm's answer.
ALTER TABLE "ArmOutcome" ADD COLUMN     "custom" JSONB;
