import { isDatabaseGone } from '@/lib/errors/database-gone';
import { logOf } from '@/server/observability/log';

/**
 * Sweeps are advanced by the next worker that looks: after each run that it carried, and every few seconds in case a
 * worker died before its look. One look at a time; the sweep's row keeps workers apart.
 */
export interface SweepCarrier {
  /** Continues the sweep of a run that has ended here, if the run has one. Never rejects. */
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

/** Imported with the first look, so that a worker starts before the sweep code is loaded. */
async function advance(step: (sweeps: Sweeps) => Promise<void>): Promise<void> {
  try {
    await step(await import('@/server/services/sweeps/advance-sweep'));
  } catch (error) {
    // The next look tries again: the state of a sweep is in the database.
    const level = isDatabaseGone(error) ? 'debug' : 'warn';
    logOf('worker')[level]({ err: error }, 'A sweep could not be advanced.');
  }
}
