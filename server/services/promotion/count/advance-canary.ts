import type { AdvanceCanaryInput } from '@/lib/contracts/canaries';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import type { Actor } from '@/lib/domain/actor';
import { CANARY_STEP_IN_ORDER } from '@/lib/policy/rules/canary';
import { refusal } from '@/lib/policy/rules/rule';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import { getCanaryRow, lockCanaryRow } from '@/server/repositories/canaries';
import { takeMoveIn } from '@/server/services/promotion/decide/move-canary';
import { MOVE_TRANSACTION } from '@/server/services/promotion/decide/move-request';
import { canaryDetail } from '@/server/services/promotion/read/read-canaries';
import { tickCanary } from './tick-canaries';

/**
 * A person takes a live step on where it holds: an arm saw too little, or a guardrail that only holds is broken. It is
 * asked for by the step that the person saw, so that pressing twice is pressing once.
 */
export async function advanceCanary(
  actor: Actor<'review'>,
  { canaryId, step }: AdvanceCanaryInput & { readonly canaryId: string },
  clock: Clock,
): Promise<CanaryDetail> {
  await getCanaryRow(actor.workspaceId, canaryId);
  // Judge new outcomes first: a harm proven by now rolls the canary back instead.
  await tickCanary(canaryId, clock);
  await db().$transaction(async (tx) => {
    const row = await lockCanaryRow(canaryId, tx);
    if (row.state === 'liveStep' && row.step !== step)
      throw refusal(CANARY_STEP_IN_ORDER, { found: `It is at step ${(row.step ?? 0) + 1} by now.` });
    await takeMoveIn(tx, { canaryId, request: { kind: 'advance' } }, { who: actor, clock });
  }, MOVE_TRANSACTION);
  return canaryDetail(actor, canaryId, clock);
}
