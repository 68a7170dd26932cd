import { isDatabaseGone } from '@/lib/errors/database-gone';
import { logOf } from '@/server/observability/log';
import { servingClock } from '@/server/observability/serving-clock';

/** Lets time act on canaries every few seconds; every worker does, and the row of each canary keeps them apart. */
const TICK_MS = 5_000;

export function keepTickingCanaries(): () => void {
  let isTicking = false;
  const tick = async () => {
    if (isTicking) return;
    isTicking = true;
    await tickOnce();
    isTicking = false;
  };
  void tick();
  const timer = setInterval(tick, TICK_MS);
  return () => clearInterval(timer);
}

/** Imported with the first tick: a worker is up before all that a canary needs is loaded. */
async function tickOnce(): Promise<void> {
  try {
    const { tickCanaries } = await import('@/server/services/promotion/count/tick-canaries');
    await tickCanaries(servingClock());
  } catch (error) {
    // The next tick tries again: how a canary stands is in the database.
    const level = isDatabaseGone(error) ? 'debug' : 'warn';
    logOf('worker')[level]({ err: error }, 'A canary could not be looked at.');
  }
}
