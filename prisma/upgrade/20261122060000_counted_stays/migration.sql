-- What was counted stays as it was counted, and a registered canary stays: without it everything about it could go.
-- As everywhere, a row may go only when what it belongs to is already gone.
CREATE TRIGGER "CanaryPair_counted" BEFORE UPDATE ON "CanaryPair"
  FOR EACH ROW WHEN (OLD."countedAt" IS NOT NULL) EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "CanaryPair_no_delete" BEFORE DELETE ON "CanaryPair"
  FOR EACH ROW WHEN (OLD."countedAt" IS NOT NULL) EXECUTE FUNCTION waggle_keep_of_canary();
CREATE TRIGGER "ArmOutcome_no_update" BEFORE UPDATE ON "ArmOutcome"
  FOR EACH ROW EXECUTE FUNCTION waggle_refuse_change();
CREATE TRIGGER "ArmOutcome_no_delete" BEFORE DELETE ON "ArmOutcome"
  FOR EACH ROW EXECUTE FUNCTION waggle_keep_of_canary();
CREATE TRIGGER "Canary_no_delete" BEFORE DELETE ON "Canary"
  FOR EACH ROW WHEN (OLD."planHash" IS NOT NULL) EXECUTE FUNCTION waggle_keep_of_slot();
