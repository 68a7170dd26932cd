import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { Clock } from '@/lib/ports/clock';
import { PROBE_EVALUATOR, sendProbe, workOnProbes } from '@/server/jobs/probe-jobs';
import { logOf } from '@/server/observability/log';
import { servingClock } from '@/server/observability/serving-clock';
import { dueProbes } from './mirrored/probe-evaluator';

/**
 * Has evaluators of canaries score their probe sets again: looks for those that are due, and carries the jobs. What is due
 * follows from the rows, so that a lost job is asked for again by the next look, of whichever worker.
 */
const LOOK_MS = 15_000;

export async function startProbes(queue: PgBoss, pool: pg.Pool): Promise<{ close(): Promise<void> }> {
  await workOnProbes(queue, async (canaryId) => {
    const { probeEvaluator } = await import('./mirrored/probe-evaluator');
    await probeEvaluator(pool, canaryId, servingClock());
  });
  const timer = setInterval(() => void look(queue), LOOK_MS);
  return {
    async close() {
      clearInterval(timer);
      await queue.offWork(PROBE_EVALUATOR, { wait: true });
    },
  };
}

async function look(queue: PgBoss): Promise<void> {
  try {
    await sendDueProbes(queue, servingClock());
  } catch (error) {
    const level = isDatabaseGone(error) ? 'debug' : 'warn';
    logOf('canaries')[level]({ err: error }, 'Probe sets that are due were not looked for.');
  }
}

async function sendDueProbes(queue: PgBoss, clock: Clock): Promise<void> {
  for (const id of await dueProbes(clock)) await sendProbe(queue, id);
}
