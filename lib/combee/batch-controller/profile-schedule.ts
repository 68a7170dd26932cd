import type { Rng } from '@/lib/random/seeded-rng';
import { shuffled } from '@/lib/random/shuffle';

/**
 * The sizes that are measured first, in the order in which they are run (Combee 3.3; rulings E5).
 *
 * A seeded permutation, not ascending: the playbook grows while the profile is taken, and in ascending order its
 * growth would pass for an effect of the size. Profiling iterations are ordinary learning iterations.
 */
export interface ProfileScheduleInput {
  readonly profileSizes: readonly number[];
  readonly trainExamples: number;
  readonly maxBatch: number;
  readonly rng: Rng;
}

/** Empty when fewer than two distinct sizes are left: no line goes through one point. */
export function profileSchedule(input: ProfileScheduleInput): readonly number[] {
  const distinct = distinctSizes(input);
  return distinct.length < 2 ? [] : shuffled(distinct, input.rng);
}

/** Clamped to 1..min(N, maxBatch), each once, ascending. */
export function distinctSizes(input: Omit<ProfileScheduleInput, 'rng'>): readonly number[] {
  const largest = Math.max(1, Math.floor(Math.min(input.trainExamples, input.maxBatch)));
  const clamped = input.profileSizes.map((size) => Math.min(largest, Math.max(1, Math.floor(size))));
  return [...new Set(clamped)].sort((a, b) => a - b);
}
