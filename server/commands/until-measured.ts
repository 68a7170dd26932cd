import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { closeDb, db } from '@/server/db/client';

/** A first start may be on a slow machine; the page is worth more than the wait. */
const LIMIT_MS = 120_000;
const POLL_MS = 250;

/**
 * Waits for the seeded serial baseline, whose diagnosis lets the first parallel run start: a newcomer's first press on
 * Run is not refused. Happens once in the life of an installation.
 */
export async function untilMeasured(runId: string, tell: (sentence: string) => void): Promise<void> {
  tell('Measuring the serial baseline on the practice model (this once, about half a minute) …');
  const deadline = Date.now() + LIMIT_MS;
  try {
    while (Date.now() < deadline) {
      if (await isSettled(runId)) return;
      await wait(POLL_MS);
    }
    tell('It takes longer here; a parallel run can start once it is done.');
  } finally {
    await closeDb();
  }
}

/** Not while the database is away: a start outlives its restart. */
async function isSettled(runId: string): Promise<boolean> {
  try {
    const run = await db().run.findUnique({ where: { id: runId }, select: { status: true } });
    const diagnosed = await db().diagnosis.count({ where: { runId } });
    return run === null || diagnosed > 0 || run.status === 'failed';
  } catch (error) {
    if (isDatabaseGone(error)) return false;
    throw error;
  }
}
