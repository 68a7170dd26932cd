import type { RunManifest } from '@/lib/domain/manifest';
import type { Spend } from '@/lib/domain/spend';
import type { RunState } from '@/lib/engine/run-state';

/** Expected cost of calls not yet made, from the mean cost of the calls made so far. */

/** Answer, reflection, and its share of the aggregation. */
export const CALLS_PER_ROLLOUT = 3;

/**
 * The next iteration at the last size and one more held-out measurement, at the mean cost of a call so far. The cost of a
 * measurement that has begun beside it is not counted yet, so that measurement is expected as a whole.
 */
export function expectedNext(manifest: RunManifest, state: RunState, spend: Spend) {
  const measurements = state.outstanding.measuring === null ? 1 : 2;
  const measuring = measurements * manifest.split.counts[manifest.evaluation.split];
  const calls = state.lastRollouts * CALLS_PER_ROLLOUT + measuring;
  const share = spend.calls === 0 ? 0 : calls / spend.calls;
  return { tokens: Math.ceil((spend.tokensIn + spend.tokensOut) * share), usd: spend.spendUsd * share };
}

export function tokensPerRollout(spend: Spend): number | null {
  const rollouts = spend.rollouts + spend.evaluationRollouts;
  return rollouts === 0 ? null : (spend.tokensIn + spend.tokensOut) / rollouts;
}
