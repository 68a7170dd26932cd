import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { seedKinds } from '@/server/commands/seed/kinds';
import { closeDb, db } from '@/server/db/client';
import { stopQueue } from '@/server/jobs/queue';

/** Short enough to begin soon, long enough to cost nothing. */
const POLL_MS = 3_000;

/** An unavailable database also counts as busy. */
async function isBusy(): Promise<boolean> {
  try {
    return (await db().run.count({ where: { status: { in: ['queued', 'running'] } } })) > 0;
  } catch (error) {
    if (isDatabaseGone(error)) return true;
    throw error;
  }
}

/**
 * Seeds the failing experiments once no run has been going for a while, so that a newcomer's first run has
 * the machine to itself. Returns when done or told to stop.
 */
export async function seedWhenQuiet(quietMs: number, stopping: AbortSignal): Promise<void> {
  let quietSince = performance.now();
  try {
    while (!stopping.aborted && performance.now() - quietSince < quietMs) {
      await wait(Math.min(POLL_MS, quietMs), undefined, { signal: stopping });
      if (await isBusy()) quietSince = performance.now();
    }
    if (!stopping.aborted) await seedKinds();
  } catch (error) {
    // An aborted wait ends in an error that needs no report.
    if (!stopping.aborted) throw error;
  } finally {
    await stopQueue();
    await closeDb();
  }
}
