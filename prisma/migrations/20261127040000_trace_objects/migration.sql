-- Bodies of parts may lie in an object store. A part has its body in its row, or its place in an object.
ALTER TABLE "TracePart" ALTER COLUMN "body" DROP NOT NULL,
    ADD COLUMN "objectKey" TEXT,
    ADD COLUMN "objectFrom" INTEGER,
    ADD COLUMN "objectBytes" INTEGER,
    ADD CONSTRAINT "TracePart_one_place_check" CHECK (
      num_nonnulls("body", "objectKey") = 1 AND num_nonnulls("objectKey", "objectFrom", "objectBytes") IN (0, 3));

-- CreateTable
CREATE TABLE "TraceObject" (
    "key" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'writing',
    "parts" INTEGER NOT NULL DEFAULT 0,
    "bytes" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TraceObject_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "ObjectStoreState" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "failingSince" TIMESTAMPTZ(3),
    "reason" TEXT,

    CONSTRAINT "ObjectStoreState_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "TracePart_in_row_idx" ON "TracePart"("id") WHERE ("objectKey" IS NULL);

-- CreateIndex
CREATE INDEX "TraceObject_unkept_idx" ON "TraceObject"("state", "at") WHERE (state <> 'kept'::text);

-- An object whose last part is gone is to be removed, whoever deleted the part: this row outlives the workspace.
CREATE FUNCTION waggle_release_trace_objects() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE "TraceObject" AS object SET "parts" = object."parts" - gone.parts, "at" = now(),
    "state" = CASE WHEN object."parts" > gone.parts THEN object."state" ELSE 'removing' END
  FROM (
    SELECT "objectKey" AS key, count(*)::int AS parts FROM deleted WHERE "objectKey" IS NOT NULL GROUP BY "objectKey"
  ) AS gone
  WHERE object."key" = gone.key;
  RETURN NULL;
END $$;

CREATE TRIGGER "TracePart_release_objects" AFTER DELETE ON "TracePart"
    REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION waggle_release_trace_objects();
