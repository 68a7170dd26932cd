-- AlterTable
ALTER TABLE "Sweep" ADD COLUMN     "startsAs" JSONB;


