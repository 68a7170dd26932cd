import type { FlagMovedView } from '@/lib/contracts/slot-revert';
import type { Actor } from '@/lib/domain/actor';
import { CANARY_LEFT_OUT } from '@/lib/policy/rules/anti-patterns';
import { refusal } from '@/lib/policy/rules/rule';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import { systemClock } from '@/server/observability/system-clock';
import { getServedPromptRow } from '@/server/repositories/served-prompts';
import { getSlotRow, lockSlot } from '@/server/repositories/slots';
import { moveFlag } from './move-flag';
import { slotView } from './slot-view';

/**
 * Sets the prompt that the team's own code serves today in an empty slot, once: no answer changes, and a canary
 * has something to be compared with. Only a prompt that people wrote can be that; what a run has learned goes live
 * through a canary and nothing else, in every slot and for every role.
 */
export async function setFirstPrompt(
  actor: Actor<'review'>,
  input: { readonly slotId: string; readonly promptId: string; readonly reason: string },
  clock: Clock = systemClock,
): Promise<FlagMovedView> {
  const { slotId, promptId, reason } = input;
  const requestedAt = new Date(clock.nowMs()).toISOString();
  const moved = await db().$transaction(async (tx) => {
    await lockSlot(actor.workspaceId, slotId, tx);
    const { runId } = await getServedPromptRow(slotId, promptId, tx);
    if (runId !== null) throw refusal(CANARY_LEFT_OUT, { found: 'A run has learned this prompt.' });
    return moveFlag(tx, { slotId, move: { kind: 'first', promptId }, actor, reason, clock });
  });
  return {
    slot: await slotView(await getSlotRow(actor.workspaceId, slotId)),
    isChanged: moved.isChanged,
    configVersion: moved.configVersion,
    requestedAt,
    movedAt: new Date(moved.atMs).toISOString(),
  };
}
