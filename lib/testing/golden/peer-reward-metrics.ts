import type { Rewards } from '@/lib/environments/harbor/reward-files';

/**
 * Harbor's metrics over the trials of a data set, in which a trial without a reward counts as 0. They are for comparison with
 * figures of Harbor; our own means leave such trials out and show what they could change.
 */
export type RewardMetric = 'mean' | 'sum' | 'max' | 'min';

const METRICS: Readonly<Record<RewardMetric, (values: readonly number[]) => number>> = {
  mean: (values) => total(values) / values.length,
  sum: total,
  max: (values) => values.reduce((most, value) => Math.max(most, value)),
  min: (values) => values.reduce((least, value) => Math.min(least, value)),
};

/** Undefined where a trial has not exactly one reward, and over no trials, whose sum alone is known. */
export function rewardMetric(metric: RewardMetric, trials: readonly (Rewards | null)[]): number | undefined {
  if (trials.length === 0) return metric === 'sum' ? 0 : undefined;
  const values: number[] = [];
  for (const rewards of trials) {
    const [value, ...others] = rewards === null ? [0] : Object.values(rewards);
    if (value === undefined || others.length > 0) return undefined;
    values.push(value);
  }
  return METRICS[metric](values);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
