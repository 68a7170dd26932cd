-- Tasks of environments, with their files; examples that name one; what an environment said of a rollout.
CREATE TABLE "EnvironmentTask" (
    "workspaceId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "task" JSONB NOT NULL,
    "files" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,
    "selfTest" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EnvironmentTask_pkey" PRIMARY KEY ("workspaceId","hash")
);

ALTER TABLE "EnvironmentTask" ADD CONSTRAINT "EnvironmentTask_workspaceId_fkey"
  FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Example" ADD COLUMN "environment" JSONB;

ALTER TABLE "Rollout" ADD COLUMN "environment" JSONB;
