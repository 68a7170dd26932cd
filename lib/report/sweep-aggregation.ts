/** How many calls one iteration's aggregation takes in each arm, and how many of them come one after another. */
import { aggregationCalls } from '@/lib/domain/aggregation-calls';
import { aggregationOf, type SweepArm } from '@/lib/domain/sweep';

const LONELY_MAX = 3;

export function callsOfArm(arm: SweepArm, size: number): number {
  const kind = aggregationOf(arm);
  return kind === null ? 0 : aggregationCalls(kind, size);
}

export function aggregationLevels(arm: SweepArm, size: number): number {
  if (arm === 'noLearning') return 0;
  if (arm === 'combee') return size <= LONELY_MAX ? 1 : 2;
  if (arm === 'summary') return 2;
  return arm === 'hierarchicalSummary' ? 3 : 1;
}
