-- AlterTable
ALTER TABLE "Provider" ADD COLUMN     "allowsLoopback" BOOLEAN NOT NULL DEFAULT false;
