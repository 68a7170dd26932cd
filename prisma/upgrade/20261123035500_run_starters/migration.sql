-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "startsAs" JSONB;
