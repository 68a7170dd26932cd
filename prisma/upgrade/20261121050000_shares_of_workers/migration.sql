-- What part of each provider's limits a worker has claimed, in the order of its providers.

-- AlterTable
ALTER TABLE "WorkerBeat" ADD COLUMN     "shares" DOUBLE PRECISION[] DEFAULT ARRAY[]::DOUBLE PRECISION[];
