import type { Clock } from '@/lib/ports/clock';
import { findCanariesTakenBack } from '@/server/repositories/canaries';
import { takeMove } from './move-canary';

/**
 * A revert of the slot asks nothing of its canary and waits for nothing; the state of the canary follows here, called by
 * whoever reverted and, should that fail, by the next tick.
 */
export async function followReverts(clock: Clock, slotId?: string): Promise<void> {
  for (const canaryId of await findCanariesTakenBack(slotId)) {
    const by = { who: 'worker', clock, reason: 'The slot was reverted.' } as const;
    await takeMove(canaryId, { kind: 'revert' }, by);
  }
}
