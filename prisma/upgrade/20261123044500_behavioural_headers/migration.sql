-- AlterTable
ALTER TABLE "Provider" ADD COLUMN     "behaviouralHeaders" TEXT[] DEFAULT ARRAY[]::TEXT[];
