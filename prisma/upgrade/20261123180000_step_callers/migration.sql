-- Who was served in a live step, so that an outcome that never comes is counted as missing.
CREATE TABLE "StepCaller" (
    "canaryId" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "caller" TEXT NOT NULL,
    "variant" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "StepCaller_pkey" PRIMARY KEY ("canaryId","step","caller")
);

ALTER TABLE "StepCaller" ADD CONSTRAINT "StepCaller_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was counted stays as it was counted, and goes only with its canary.
CREATE TRIGGER "StepCaller_no_update" BEFORE UPDATE ON "StepCaller"
  FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "StepCaller_no_delete" BEFORE DELETE ON "StepCaller"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_canary();
