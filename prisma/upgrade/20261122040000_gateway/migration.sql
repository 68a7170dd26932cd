-- How the gateway answers for a slot, and requests that two prompts answered until they are scored.
CREATE TABLE "SlotGateway" (
    "slotId" TEXT NOT NULL,
    "providerId" TEXT,
    "model" TEXT,
    "mirrorsTools" BOOLEAN NOT NULL DEFAULT false,
    "updatedBy" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SlotGateway_pkey" PRIMARY KEY ("slotId")
);

CREATE TABLE "MirroredRequest" (
    "exposureId" TEXT NOT NULL,
    "canaryId" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "sealed" TEXT NOT NULL,
    "incumbent" JSONB NOT NULL,
    "challenger" JSONB NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAt" TIMESTAMPTZ(3) NOT NULL,
    "keepUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MirroredRequest_pkey" PRIMARY KEY ("exposureId")
);

CREATE INDEX "MirroredRequest_nextAt_idx" ON "MirroredRequest"("nextAt");

CREATE INDEX "MirroredRequest_canaryId_idx" ON "MirroredRequest"("canaryId");

ALTER TABLE "SlotGateway" ADD CONSTRAINT "SlotGateway_slotId_fkey" FOREIGN KEY ("slotId") REFERENCES "Slot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "MirroredRequest" ADD CONSTRAINT "MirroredRequest_canaryId_fkey" FOREIGN KEY ("canaryId") REFERENCES "Canary"("id") ON DELETE CASCADE ON UPDATE CASCADE;
