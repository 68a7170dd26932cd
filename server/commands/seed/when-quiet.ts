import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { seedKinds } from '@/server/commands/seed/kinds';
import { closeDb, db } from '@/server/db/client';
import { stopQueue } from '@/server/jobs/queue';

/** Often enough to begin soon, seldom enough to cost nothing. */
const POLL_MS = 3_000;

/** A database that is away is no moment to begin either. */
async function isBusy(): Promise<boolean> {
  try {
    return (await db().run.count({ where: { status: { in: ['queued', 'running'] } } })) > 0;
  } catch (error) {
    if (isDatabaseGone(error)) return true;
    throw error;
  }
}

/**
 * Seeds the experiments that do not go well once nobody has had a run going for a while: a newcomer's first press on
 * Run shares the machine with nothing. Returns when that is done, or when it is told to stop.
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
    // A wait that is broken off ends in an error of its own; there is nobody to tell.
    if (!stopping.aborted) throw error;
  } finally {
    await stopQueue();
    await closeDb();
  }
}
