-- Tasks whose candidate itself is scored, and the sealed secret of a task's HTTP evaluator.

-- AlterTable
ALTER TABLE "Task" ADD COLUMN     "artefact" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "secretCiphertext" TEXT;
