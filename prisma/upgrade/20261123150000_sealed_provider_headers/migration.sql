-- AlterTable
ALTER TABLE "Provider" ADD COLUMN     "headersCiphertext" TEXT;
