import { lostSinceApproval } from '@/lib/canary/lost-since-approval';
import { canaryEvidence } from '@/lib/contracts/canary-evidence';
import { APPROVAL_OF_HASH, APPROVED_STILL_HOLDS, CANARY_STEP_IN_ORDER } from '@/lib/policy/rules/canary';
import { refusal } from '@/lib/policy/rules/rule';
import type { Prisma } from '@/server/db/generated/client';
import type { CanaryRow } from '@/server/repositories/canaries';
import { lockSlot } from '@/server/repositories/slots';
import { buildEvidence } from '@/server/services/promotion/read/evidence';

/**
 * The last look before a canary goes live, in the transaction of the move: the slot still serves what the shadow compared
 * with, and the evidence is still what was approved. A prompt that was only shown to be no worse than one that was taken
 * back meanwhile has shown nothing. Holds the slot's row until the move is through.
 */
type Tx = Prisma.TransactionClient;

/** @throws AppError STATE_CONFLICT or REVIEW_HASH_STALE */
export async function assertAsApproved(tx: Tx, row: CanaryRow): Promise<void> {
  const { livePromptId } = await lockSlot(row.workspaceId, row.slotId, tx);
  assertSameIncumbent(row, livePromptId);
  const { hash } = await buildEvidence(tx, row.id);
  if (hash !== row.evidenceHash)
    throw refusal(APPROVAL_OF_HASH, { found: 'The evidence changed at this moment.' });
}

/**
 * Checks before a step widens, by the worker or by a person, that the approved readiness has lost nothing. Null = it
 * has not. A canary that needed no approval has nothing to lose.
 */
export async function whyNotWiden(tx: Tx, canaryId: string): Promise<string | null> {
  const { evidence } = await tx.canary.findUniqueOrThrow({
    where: { id: canaryId },
    select: { evidence: true },
  });
  const approved = canaryEvidence.safeParse(evidence);
  if (!approved.success || approved.data.readiness === null) return null;
  const { content } = await buildEvidence(tx, canaryId);
  return lostSinceApproval(approved.data.readiness, canaryEvidence.parse(content).readiness);
}

/** @throws AppError REVIEW_HASH_STALE */
export async function assertMayWiden(tx: Tx, canaryId: string): Promise<void> {
  const found = await whyNotWiden(tx, canaryId);
  if (found !== null) throw refusal(APPROVED_STILL_HOLDS, { found });
}

/** @throws AppError STATE_CONFLICT */
export function assertSameIncumbent(
  { incumbentId }: Pick<CanaryRow, 'incumbentId'>,
  livePromptId: string | null,
): void {
  if (livePromptId === incumbentId) return;
  throw refusal(CANARY_STEP_IN_ORDER, {
    found: 'What is live in the slot has changed since the registration.',
    howToProceed: ['Register a new canary against what is live now.'],
  });
}
