import { isDatabaseGone } from '@/lib/errors/database-gone';
import { logOf } from '@/server/observability/log';

/**
 * Sweeps and run plans are advanced by the next worker that looks: after each run that it carried, and every few seconds
 * in case a worker died before its look. One look at a time; the row of a sweep or plan keeps workers apart.
 */
export interface SetCarrier {
  /** Continues the sweep or the plan of a run that has ended here, if the run has one. Never rejects. */
  ended(runId: string): Promise<void>;
  close(): void;
}

const LOOK_MS = 5_000;

export function carrySets(): SetCarrier {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    await advance('sweep', async () => (await sweeps()).advanceSweeps());
    await advance('run plan', async () => (await plans()).advancePlans());
    isLooking = false;
  };
  void look();
  const timer = setInterval(look, LOOK_MS);
  return {
    async ended(runId) {
      await advance('sweep', async () => (await sweeps()).advanceSweepOfRun(runId));
      await advance('run plan', async () => (await plans()).advancePlanOfRun(runId));
    },
    close: () => clearInterval(timer),
  };
}

// Imported with the first look, so that a worker starts before their code is loaded.
const sweeps = () => import('@/server/services/sweeps/advance-sweep');
const plans = () => import('@/server/services/run-plans/advance-plan');

async function advance(noun: string, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    // The next look tries again: the state of a sweep or plan is in the database.
    const level = isDatabaseGone(error) ? 'debug' : 'warn';
    logOf('worker')[level]({ err: error }, `A ${noun} could not be advanced.`);
  }
}
