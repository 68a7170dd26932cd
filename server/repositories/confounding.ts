import { db } from '@/server/db/client';
import type { ConfoundingAcknowledgement, Prisma } from '@/server/db/generated/client';

/** Who acknowledged that a run's proposer also serves. */
export function findAcknowledgement(runId: string): Promise<ConfoundingAcknowledgement | null> {
  return db().confoundingAcknowledgement.findUnique({ where: { runId } });
}

/** Keeps the first acknowledgement. False where there is one already. */
export async function saveAcknowledgement(
  word: Omit<ConfoundingAcknowledgement, 'acknowledgedAt'>,
  tx: Prisma.TransactionClient,
): Promise<boolean> {
  const { count } = await tx.confoundingAcknowledgement.createMany({ data: [word], skipDuplicates: true });
  return count > 0;
}
