import type { CanaryFacts } from '@/lib/domain/canary-state';
import type { Prisma } from '@/server/db/generated/client';
import type { CanaryRow } from '@/server/repositories/canaries';
import { lockSlot } from '@/server/repositories/slots';
import { planOf } from '@/server/repositories/stored-canary';
import { type FlagMove, moveFlag } from '@/server/services/promotion/slot/move-flag';
import { type MoveBy, namedActor } from './move-request';

/** How the slot's pointer follows a canary: a step splits the traffic, the watch begins with all of it, harm goes back. */
interface Taken {
  readonly before: CanaryFacts;
  readonly after: CanaryFacts;
}

export async function moveFlagOf(
  tx: Prisma.TransactionClient,
  row: CanaryRow,
  taken: Taken,
  { who, clock, reason }: MoveBy,
): Promise<void> {
  const move = flagMoveOf(row, taken);
  if (move === null || (move.kind === 'revert' && !(await isShown(tx, row)))) return;
  const actor = namedActor(row, who);
  const why = reason ?? `Canary ${row.id}: ${taken.before.state} to ${taken.after.state}.`;
  await moveFlag(tx, { slotId: row.slotId, move, actor, reason: why, canaryId: row.id, clock });
}

function flagMoveOf(row: CanaryRow, { before, after }: Taken): FlagMove | null {
  if (after.state === before.state && after.step === before.step) return null;
  const promptId = row.challengerId;
  switch (after.state) {
    case 'liveStep': {
      const step = after.step ?? 0;
      return { kind: 'split', promptId, share: planOf(row)?.liveSteps[step] ?? 1, step };
    }
    case 'watch':
      return { kind: 'promote', promptId };
    case 'reverted':
      return { kind: 'revert' };
    default:
      return null;
  }
}

export type ShownCanary = Pick<CanaryRow, 'id' | 'workspaceId' | 'slotId' | 'challengerId'>;

/** False where the slot itself was reverted first: a second revert would reach the prompt before that. */
export async function isShown(tx: Prisma.TransactionClient, row: ShownCanary): Promise<boolean> {
  const { livePromptId, split } = await lockSlot(row.workspaceId, row.slotId, tx);
  const { canaryId } = (split ?? {}) as { readonly canaryId?: string };
  return canaryId === row.id || livePromptId === row.challengerId;
}
