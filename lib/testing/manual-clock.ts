import type { Clock } from '@/lib/ports/clock';

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

/** 2026-01-01T00:00:00Z by default, so that stamps in failures are readable. */
export function manualClock(startMs = 1_767_225_600_000): ManualClock {
  let elapsed = 0;
  return {
    nowMs: () => startMs + elapsed,
    monotonicMs: () => elapsed,
    advance(ms) {
      elapsed += ms;
    },
  };
}
