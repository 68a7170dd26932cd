import { isDatabaseGone } from '@/lib/errors/database-gone';
import { logOf } from '@/server/observability/log';
import { servingClock } from '@/server/observability/serving-clock';

/** Advances canaries every few seconds; every worker does so, and the row of each canary keeps them apart. */
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

/** Imported with the first tick, so that a worker starts before the canary code is loaded. */
async function tickOnce(): Promise<void> {
  try {
    const { tickCanaries } = await import('@/server/services/promotion/count/tick-canaries');
    await tickCanaries(servingClock());
  } catch (error) {
    // The next tick tries again: the state of a canary is in the database.
    const level = isDatabaseGone(error) ? 'debug' : 'warn';
    logOf('worker')[level]({ err: error }, 'A canary could not be advanced.');
  }
}
