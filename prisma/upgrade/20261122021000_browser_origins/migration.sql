-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "origins" TEXT[] DEFAULT ARRAY[]::TEXT[];
