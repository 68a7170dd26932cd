/** How many calls one iteration's aggregation takes in each arm, and how many of them come one after another. */
import type { SweepArm } from '@/lib/domain/sweep';

/** Inputs of one call before a level is split again; an estimate takes the default. */
const FAN_IN = 24;
const LONELY_MAX = 3;

/** k + 1 with k = floor(sqrt(n)) for Combee (one call where n < 4), one for naive and top-K, two for a summary. */
export function aggregationCalls(arm: SweepArm, size: number): number {
  if (arm === 'noLearning') return 0;
  if (arm === 'combee') return size <= LONELY_MAX ? 1 : Math.floor(Math.sqrt(size)) + 1;
  if (arm === 'summary') return 2;
  if (arm === 'hierarchicalSummary')
    return size <= LONELY_MAX ? 2 : Math.ceil(size / FAN_IN) + Math.floor(Math.sqrt(size)) + 2;
  return 1;
}

export function aggregationLevels(arm: SweepArm, size: number): number {
  if (arm === 'noLearning') return 0;
  if (arm === 'combee') return size <= LONELY_MAX ? 1 : 2;
  if (arm === 'summary') return 2;
  return arm === 'hierarchicalSummary' ? 3 : 1;
}
