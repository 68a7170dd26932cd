import type { Clock } from '@/lib/ports/clock';
import { systemClock } from './system-clock';

/**
 * The time by which canaries are counted in this process. It is the machine's own, but for a simulation, which lets weeks
 * go by in seconds through the same doors.
 */
const kept = globalThis as typeof globalThis & { waggleServingClock?: Clock | undefined };

export function servingClock(): Clock {
  return kept.waggleServingClock ?? systemClock;
}

/** Undefined gives the machine's own time back. */
export function setServingClock(clock: Clock | undefined): void {
  kept.waggleServingClock = clock;
}
