import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { closeDb, db } from '@/server/db/client';

/** A first start may be on a slow machine; the page is worth more than the wait. */
const LIMIT_MS = 120_000;
const POLL_MS = 250;

/**
 * Waits for the seeded serial baselines, whose diagnoses let the first parallel runs start: a newcomer's first press on
 * Run is not refused. Happens once in the life of an installation.
 */
export async function untilMeasured(
  runIds: readonly string[],
  tell: (sentence: string) => void,
): Promise<void> {
  tell('Measuring the serial baselines on the practice model (this once, about a minute) …');
  const deadline = Date.now() + LIMIT_MS;
  try {
    while (Date.now() < deadline) {
      if (await areSettled(runIds)) return;
      await wait(POLL_MS);
    }
    tell('It takes longer here; a parallel run can start once it is done.');
  } finally {
    await closeDb();
  }
}

/** Not while the database is away: a start outlives its restart. */
async function areSettled(runIds: readonly string[]): Promise<boolean> {
  try {
    const among = { in: [...runIds] };
    const runs = await db().run.findMany({ where: { id: among }, select: { id: true, status: true } });
    const diagnoses = await db().diagnosis.findMany({ where: { runId: among }, select: { runId: true } });
    const diagnosed = new Set(diagnoses.map(({ runId }) => runId));
    return runs.every(({ id, status }) => diagnosed.has(id) || status === 'failed');
  } catch (error) {
    if (isDatabaseGone(error)) return false;
    throw error;
  }
}
