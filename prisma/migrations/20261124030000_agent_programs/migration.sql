-- AlterTable
ALTER TABLE "WorkerBeat" ADD COLUMN     "agents" TEXT[] DEFAULT ARRAY[]::TEXT[];
