-- What people say of a split (its owner, whether it was used to tune) is no part of the partition: a pinned split takes
-- it too. What was once said to be used to tune stays so, pinned or not.
CREATE OR REPLACE FUNCTION waggle_keep_pinned_split() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  loose text[] := ARRAY['heldOutUses', 'owner', 'usedToTune', 'usedToTuneNote'];
BEGIN
  IF TG_OP = 'UPDATE' AND OLD."usedToTune" IS TRUE AND NEW."usedToTune" IS NOT TRUE THEN
    RAISE EXCEPTION 'Split % was used to tune: % refused', OLD."id", TG_OP USING ERRCODE = 'WG002';
  END IF;
  IF OLD."pinnedAt" IS NULL THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT 1 FROM "Dataset" WHERE "id" = OLD."datasetId") THEN
      RETURN OLD;
    END IF;
  ELSIF to_jsonb(NEW) - loose = to_jsonb(OLD) - loose THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Split % is pinned by its first score: % refused', OLD."id", TG_OP USING ERRCODE = 'WG002';
END $$;
