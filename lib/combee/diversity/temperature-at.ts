import type { TemperatureStep } from '@/lib/domain/diversity';

/**
 * The proposer's temperature in this iteration: that of the last step that has begun, null before the first. A
 * function of the iteration alone, so that a call's parameters are the same in a replay.
 */
export function temperatureAt(schedule: readonly TemperatureStep[], iteration: number): number | null {
  return schedule.findLast(({ fromIteration }) => fromIteration <= iteration)?.temperature ?? null;
}
