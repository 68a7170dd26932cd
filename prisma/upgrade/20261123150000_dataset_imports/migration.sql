-- Large imports in the background, and the uploaded bytes that wait for them.
CREATE TABLE "DatasetImport" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "options" JSONB NOT NULL,
    "files" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "bytesRead" BIGINT NOT NULL DEFAULT 0,
    "records" INTEGER NOT NULL DEFAULT 0,
    "faultCount" INTEGER NOT NULL DEFAULT 0,
    "saved" INTEGER NOT NULL DEFAULT 0,
    "problem" JSONB,
    "datasetId" TEXT,
    "startedBy" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "touchedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),
    CONSTRAINT "DatasetImport_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "DatasetImport_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "DatasetImport_workspaceId_createdAt_idx" ON "DatasetImport"("workspaceId", "createdAt");
CREATE INDEX "DatasetImport_state_createdAt_idx" ON "DatasetImport"("state", "createdAt");

CREATE TABLE "ImportPart" (
    "importId" TEXT NOT NULL,
    "file" INTEGER NOT NULL,
    "part" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    CONSTRAINT "ImportPart_pkey" PRIMARY KEY ("importId", "file", "part")
);
ALTER TABLE "ImportPart" ADD CONSTRAINT "ImportPart_importId_fkey" FOREIGN KEY ("importId") REFERENCES "DatasetImport"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- Read once and then gone: neither worth a log nor worth compressing.
ALTER TABLE "ImportPart" SET UNLOGGED;
ALTER TABLE "ImportPart" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

ALTER TABLE "Dataset" ADD COLUMN "counts" JSONB;
