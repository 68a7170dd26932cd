-- AlterTable
ALTER TABLE "WorkerBeat" ADD COLUMN     "toolServers" TEXT[] DEFAULT ARRAY[]::TEXT[];
