import { db } from '@/server/db/client';
import type { ConfirmationOpening, Prisma } from '@/server/db/generated/client';

/** The one opening of a split's confirmation examples. Its row is what lets a worker read them at all. */
type Tx = Prisma.TransactionClient;

export function findConfirmationOpening(
  workspaceId: string,
  registrationId: string,
  tx: Tx = db(),
): Promise<ConfirmationOpening | null> {
  return tx.confirmationOpening.findFirst({ where: { workspaceId, registrationId } });
}

/** Openings of several splits; a split that is still sealed has none. */
export function listConfirmationOpenings(
  workspaceId: string,
  registrationIds: readonly string[],
): Promise<ConfirmationOpening[]> {
  return db().confirmationOpening.findMany({
    where: { workspaceId, registrationId: { in: [...registrationIds] } },
  });
}

export type NewOpening = Pick<
  ConfirmationOpening,
  'registrationId' | 'workspaceId' | 'runId' | 'candidateHash' | 'evaluationRunId' | 'openedBy'
>;

/** False when another request opened it first: two concurrent openings wait for each other here. */
export async function insertOpening(opening: NewOpening, tx: Tx): Promise<boolean> {
  const { count } = await tx.confirmationOpening.createMany({ data: [opening], skipDuplicates: true });
  return count === 1;
}

/** For the same prompt, after the run that was to score it ended without a score. */
export async function renewOpening(
  before: ConfirmationOpening,
  evaluationRunId: string,
  tx: Tx,
): Promise<boolean> {
  const { count } = await tx.confirmationOpening.updateMany({
    where: { registrationId: before.registrationId, evaluationRunId: before.evaluationRunId },
    data: { evaluationRunId },
  });
  return count === 1;
}

/** Whether the confirmation examples were opened for this run and no other. */
export async function isOpenedFor(evaluationRunId: string, tx: Tx): Promise<boolean> {
  return (await tx.confirmationOpening.count({ where: { evaluationRunId } })) > 0;
}
