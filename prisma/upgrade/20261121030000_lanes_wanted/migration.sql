-- Lanes that somebody asked for while a run was going.

-- AlterTable
ALTER TABLE "Run" ADD COLUMN "lanesWanted" INTEGER;
