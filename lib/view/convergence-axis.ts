import type { HeldOutPoint, RunState } from '@/lib/projection/run-state';

/** Axes of a convergence curve: the words of each, and the place of a measurement on it. */
export const CONVERGENCE_AXES = ['rollouts', 'minutes', 'tokens', 'dollars'] as const;
export type ConvergenceAxis = (typeof CONVERGENCE_AXES)[number];

/** Why nothing can be drawn along dollars where a model has no price. */
export const DOLLARS_UNKNOWN = 'Dollars are unknown: a model of this run has no price.';

/** The end of an axis of which nothing is known yet. */
export const LEAST: Readonly<Record<ConvergenceAxis | 'trials', number>> = {
  ...{ rollouts: 1, trials: 1, minutes: 1, tokens: 1, dollars: 0.01 },
};

export const AXIS_LABELS: Readonly<Record<ConvergenceAxis | 'trials', string>> = {
  rollouts: 'training rollouts',
  // A search over whole prompts uses no training example up: what it has done so far is counted in trials.
  trials: 'trials of the search',
  minutes: 'minutes since the start, evaluation included',
  tokens: 'thousand tokens used until this prompt was there',
  dollars: 'dollars used until this prompt was there, priced without a cache',
};

export const countsTrials = ({ trials, measurements }: RunState) =>
  trials.length > 0 && measurements.every(({ trainExamplesSeen }) => trainExamplesSeen === 0);

export function xOf(point: HeldOutPoint, axis: ConvergenceAxis | 'trials', state: RunState): number {
  if (axis === 'trials') return point.trials;
  if (axis === 'rollouts') return point.trainExamplesSeen;
  if (axis === 'tokens') return (point.spent?.tokens ?? 0) / 1000;
  if (axis === 'dollars') return point.spent?.usd ?? 0;
  return Math.round(((point.atMs - (state.startedAtMs ?? point.atMs)) / 60_000) * 100) / 100;
}
