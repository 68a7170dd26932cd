import type { Alarm, Clock } from '@/lib/ports/clock';

/** A clock that moves only when a test advances it; alarms due by then ring, earliest first. */
export interface ManualClock extends Clock, Alarm {
  advance(ms: number): void;
  /** How long until the next alarm is due; null when none is set. */
  untilNextMs(): number | null;
}

interface SetAlarm {
  readonly atMs: number;
  readonly wake: () => void;
}

/** 2026-01-01T00:00:00Z by default, so that stamps in failures are readable. */
export function manualClock(startMs = 1_767_225_600_000): ManualClock {
  let elapsed = 0;
  const alarms = new Set<SetAlarm>();
  // Sets keep the order of setting, and the comparison is strict: of two due at once the older rings first.
  const next = () =>
    [...alarms].reduce<SetAlarm | null>(
      (first, one) => (first && first.atMs <= one.atMs ? first : one),
      null,
    );
  return {
    nowMs: () => startMs + elapsed,
    monotonicMs: () => elapsed,
    after(ms, wake) {
      const alarm = { atMs: elapsed + Math.max(0, ms), wake };
      alarms.add(alarm);
      return () => alarms.delete(alarm);
    },
    advance(ms) {
      const until = elapsed + ms;
      for (let due = next(); due && due.atMs <= until; due = next()) {
        elapsed = due.atMs;
        alarms.delete(due);
        due.wake();
      }
      elapsed = until;
    },
    untilNextMs: () => {
      const due = next();
      return due === null ? null : due.atMs - elapsed;
    },
  };
}
