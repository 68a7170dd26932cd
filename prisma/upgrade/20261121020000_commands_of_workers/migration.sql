-- Programs that a worker's operator has named, so that a start can be refused where nobody knows one.

-- AlterTable
ALTER TABLE "WorkerBeat" ADD COLUMN     "commands" TEXT[] DEFAULT ARRAY[]::TEXT[];
