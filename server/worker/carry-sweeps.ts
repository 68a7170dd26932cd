import { isDatabaseGone } from '@/lib/errors/database-gone';
import { logOf } from '@/server/observability/log';

/**
 * Sweeps are carried by whichever worker looks next: after each run that it has carried, and every few seconds, since
 * the worker that would have looked may have died. One look at a time; the sweep's own row keeps workers apart.
 */
export interface SweepCarrier {
  /** A run has ended here: its sweep, if it has one, goes on at once. Never rejects. */
  ended(runId: string): Promise<void>;
  close(): void;
}

const LOOK_MS = 5_000;

export function carrySweeps(): SweepCarrier {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    await advance((sweeps) => sweeps.advanceSweeps());
    isLooking = false;
  };
  void look();
  const timer = setInterval(look, LOOK_MS);
  return {
    ended: (runId) => advance((sweeps) => sweeps.advanceSweepOfRun(runId)),
    close: () => clearInterval(timer),
  };
}

type Sweeps = typeof import('@/server/services/sweeps/advance-sweep');

/** Imported with the first look: a worker is up before all that a sweep needs is loaded. */
async function advance(step: (sweeps: Sweeps) => Promise<void>): Promise<void> {
  try {
    await step(await import('@/server/services/sweeps/advance-sweep'));
  } catch (error) {
    // The next look tries again: what a sweep is, stands in the database.
    const level = isDatabaseGone(error) ? 'debug' : 'warn';
    logOf('worker')[level]({ err: error }, 'A sweep could not be carried on.');
  }
}
