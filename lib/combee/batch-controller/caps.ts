import type { BatchSizeCap } from '@/lib/domain/batch-plan';
import { squaredDeviations } from '@/lib/stats/summary';

/**
 * Limits that may hold the size below the one of the fit (rulings E5). Caps only ever lower it, and are asked
 * anew before every iteration; they never change the size that the next plan compares with.
 */
export interface CapInput {
  readonly remainingExamples: number;
  /** Calls in flight at once; more examples than lanes would wait for each other inside the barrier. */
  readonly lanes: number;
  readonly tokensPerRollout: number | null;
  /** The provider's token limit a minute; null or absent = none. */
  readonly tokensPerMinute?: number | null;
  readonly rewards: readonly number[];
  /** Below this variance of the rewards a batch teaches little; null or absent = off. */
  readonly varianceFloor?: number | null;
}

export interface CappedSize {
  readonly size: number;
  /** Caps that lowered the size; empty when the size is as requested. */
  readonly caps: readonly BatchSizeCap[];
}

/** Variance of rewards is "not evaluable" below this many. */
const REWARDS_MIN = 8;

/** Population variance of the recent rewards; null when there are too few to say. */
export function rewardVariance(rewards: readonly number[]): number | null {
  return rewards.length < REWARDS_MIN ? null : squaredDeviations(rewards) / rewards.length;
}

/**
 * The smallest limit wins; only limits that reach it are named. A profile or confirming size is not halved for low
 * variance, since it measures delay and half of it would measure something else.
 */
export function capSize(size: number, input: CapInput, mayHalve: boolean): CappedSize {
  const limits: readonly (readonly [BatchSizeCap, number])[] = [
    ['varianceFloor', mayHalve && isVarianceLow(input) ? Math.floor(size / 2) : Number.POSITIVE_INFINITY],
    ['lanes', Math.floor(input.lanes)],
    ['tokenLimit', rolloutsAMinute(input)],
    ['remaining', input.remainingExamples],
  ];
  const smallest = Math.max(1, Math.min(size, ...limits.map(([, limit]) => limit)));
  const caps = limits.filter(([, limit]) => smallest < size && Math.max(1, limit) === smallest);
  return { size: smallest, caps: caps.map(([cap]) => cap) };
}

/** A batch that needs more tokens than a minute allows is held back by the provider, whatever its lanes. */
function rolloutsAMinute({ tokensPerMinute, tokensPerRollout }: CapInput): number {
  if (tokensPerMinute === null || tokensPerMinute === undefined) return Number.POSITIVE_INFINITY;
  if (tokensPerRollout === null || tokensPerRollout <= 0) return Number.POSITIVE_INFINITY;
  return Math.floor(tokensPerMinute / tokensPerRollout);
}

function isVarianceLow({ rewards, varianceFloor }: CapInput): boolean {
  const variance = rewardVariance(rewards);
  return (
    variance !== null && varianceFloor !== null && varianceFloor !== undefined && variance < varianceFloor
  );
}
