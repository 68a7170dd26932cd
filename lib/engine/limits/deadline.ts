import type { CallPurpose } from '@/lib/domain/model-role';
import type { Clock } from '@/lib/ports/clock';

/**
 * The deadline as a hard cap: nothing is sent once it has passed. Training ends earlier, by the longest
 * measurement so far, so that the prompt which the run leaves behind can still be measured in time. What is in flight
 * at that moment is awaited, since it is paid; it can last as long as its provider's time-out allows.
 *
 * That a call was refused is journaled as its answer, so a replay refuses the same calls without looking at a clock.
 * A run that is taken up again learns the reserve anew from its next measurement.
 */
export interface Deadline {
  passedFor(purpose: CallPurpose): boolean;
  /** Time that one more measurement is expected to take. */
  readonly reserveMs: number;
  measurementTook(ms: number): void;
}

export function makeDeadline(input: {
  readonly clock: Clock;
  readonly startedAtMs: number;
  /** Null = no deadline. */
  readonly wallMs: number | null;
}): Deadline {
  const { clock, startedAtMs, wallMs } = input;
  let reserveMs = 0;
  return {
    passedFor(purpose) {
      if (wallMs === null) return false;
      const measuring = purpose === 'evaluate' || purpose === 'judge' || purpose === 'environment';
      return clock.nowMs() - startedAtMs >= wallMs - (measuring ? 0 : reserveMs);
    },
    get reserveMs() {
      return reserveMs;
    },
    measurementTook(ms) {
      reserveMs = Math.max(reserveMs, ms);
    },
  };
}
