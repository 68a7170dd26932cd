import type { Alarm, Clock } from '@/lib/ports/clock';

/** The machine's own time, for runs of the engine outside a test. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

export const systemAlarm: Alarm = {
  after(ms, wake) {
    const timer = setTimeout(wake, ms);
    return () => clearTimeout(timer);
  },
};
