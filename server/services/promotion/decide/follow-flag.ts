import type { Clock } from '@/lib/ports/clock';
import { findCanariesTakenBack } from '@/server/repositories/canaries';
import { takeMove } from './move-canary';
import type { MoveBy } from './move-request';

/**
 * The one way in which canaries follow a revert. The pointer asks nothing of them and waits for nothing; whichever of them
 * is no longer shown is ended here, in the name of the reverting person and with their reason, or, if that fails or is
 * too slow, by the next tick.
 */
export interface Reverted extends Pick<MoveBy, 'who' | 'reason'> {
  readonly slotId: string;
}

export async function followReverts(clock: Clock, reverted?: Reverted): Promise<void> {
  const { who = 'worker', reason = 'The slot was reverted.' } = reverted ?? {};
  for (const canaryId of await findCanariesTakenBack(reverted?.slotId))
    await takeMove(canaryId, { kind: 'revert' }, { who, clock, reason });
}
