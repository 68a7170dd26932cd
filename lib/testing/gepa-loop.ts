import { beginLoop, stepLoop, stopReason, tellEnd } from '@/lib/methods/gepa/loop';
import type { LoopHost } from '@/lib/methods/gepa/loop-host';
import { freshLoop, type LoopStart, type LoopState } from '@/lib/methods/gepa/loop-state';

/** The whole search on one host, for callers without a loop of their own. Ends only where a stop condition holds. */
export async function gepaLoop<Evidence>(start: LoopStart, host: LoopHost<Evidence>): Promise<LoopState> {
  const state = freshLoop(start);
  await beginLoop(state, host);
  let reason = stopReason(state);
  while (reason === null) {
    await stepLoop(state, host);
    reason = stopReason(state);
  }
  tellEnd(state, reason);
  return state;
}
