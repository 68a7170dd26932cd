-- AlterTable
ALTER TABLE "SplitRegistration" ADD COLUMN     "owner" TEXT,
ADD COLUMN     "usedToTune" BOOLEAN,
ADD COLUMN     "usedToTuneNote" TEXT;

-- AlterTable
ALTER TABLE "Diagnosis" ADD COLUMN     "hash" TEXT,
ADD COLUMN     "importedRunId" TEXT,
ALTER COLUMN "runId" DROP NOT NULL;

-- CreateTable
CREATE TABLE "Intake" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "answers" JSONB NOT NULL DEFAULT '{}',
    "reasons" JSONB NOT NULL DEFAULT '{}',
    "revision" INTEGER NOT NULL DEFAULT 0,
    "experimentId" TEXT,
    "createdBy" TEXT NOT NULL,
    "archivedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Intake_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StrategyReport" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "experimentId" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'draft',
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StrategyReport_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReportReview" (
    "reportId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "decision" TEXT,
    "note" TEXT,
    "hash" TEXT,
    "askedBy" TEXT NOT NULL,
    "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decidedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ReportReview_pkey" PRIMARY KEY ("reportId","userId")
);

-- CreateTable
CREATE TABLE "ReportComment" (
    "id" TEXT NOT NULL,
    "reportId" TEXT NOT NULL,
    "section" INTEGER,
    "parentId" TEXT,
    "body" TEXT NOT NULL,
    "authorId" TEXT,
    "author" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "editedAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),
    "resolvedAt" TIMESTAMPTZ(3),
    "resolvedBy" TEXT,

    CONSTRAINT "ReportComment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Mention" (
    "commentId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "readAt" TIMESTAMPTZ(3),

    CONSTRAINT "Mention_pkey" PRIMARY KEY ("commentId","userId")
);

-- CreateTable
CREATE TABLE "ReportShare" (
    "id" TEXT NOT NULL,
    "reportId" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ReportShare_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AcceptedPrompt" (
    "runId" TEXT NOT NULL,
    "candidateHash" TEXT NOT NULL,
    "iteration" INTEGER NOT NULL,
    "rollouts" INTEGER NOT NULL,
    "tokens" BIGINT NOT NULL,
    "gpuSeconds" DOUBLE PRECISION,
    "wallMs" DOUBLE PRECISION NOT NULL,
    "heldOutScore" DOUBLE PRECISION NOT NULL,
    "costUsd" DOUBLE PRECISION,
    "spendUsd" DOUBLE PRECISION,
    "perPoint" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AcceptedPrompt_pkey" PRIMARY KEY ("runId","candidateHash")
);

-- CreateIndex
CREATE UNIQUE INDEX "Intake_experimentId_key" ON "Intake"("experimentId");

-- CreateIndex
CREATE INDEX "Intake_workspaceId_createdAt_id_idx" ON "Intake"("workspaceId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "StrategyReport_experimentId_idx" ON "StrategyReport"("experimentId");

-- CreateIndex
CREATE INDEX "StrategyReport_workspaceId_createdAt_id_idx" ON "StrategyReport"("workspaceId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "StrategyReport_kind_subjectId_version_key" ON "StrategyReport"("kind", "subjectId", "version");

-- CreateIndex
CREATE INDEX "ReportReview_userId_idx" ON "ReportReview"("userId");

-- CreateIndex
CREATE INDEX "ReportComment_reportId_createdAt_idx" ON "ReportComment"("reportId", "createdAt");

-- CreateIndex
CREATE INDEX "Mention_userId_readAt_idx" ON "Mention"("userId", "readAt");

-- CreateIndex
CREATE UNIQUE INDEX "ReportShare_secretHash_key" ON "ReportShare"("secretHash");

-- CreateIndex
CREATE INDEX "ReportShare_reportId_idx" ON "ReportShare"("reportId");

-- AddForeignKey
ALTER TABLE "Intake" ADD CONSTRAINT "Intake_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StrategyReport" ADD CONSTRAINT "StrategyReport_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReportReview" ADD CONSTRAINT "ReportReview_reportId_fkey" FOREIGN KEY ("reportId") REFERENCES "StrategyReport"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReportComment" ADD CONSTRAINT "ReportComment_reportId_fkey" FOREIGN KEY ("reportId") REFERENCES "StrategyReport"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mention" ADD CONSTRAINT "Mention_commentId_fkey" FOREIGN KEY ("commentId") REFERENCES "ReportComment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReportShare" ADD CONSTRAINT "ReportShare_reportId_fkey" FOREIGN KEY ("reportId") REFERENCES "StrategyReport"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AcceptedPrompt" ADD CONSTRAINT "AcceptedPrompt_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;


