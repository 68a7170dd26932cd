import { AppError } from '@/lib/errors/app-error';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import { findCanariesUnderWay } from '@/server/repositories/canaries';
import { lockCounting } from '@/server/repositories/canary-counting';
import { followReverts } from '@/server/services/promotion/decide/follow-flag';
import { tellSilence } from './tell-silence';
import { tickPairs } from './tick-pairs';
import { tickStep } from './tick-step';

/**
 * What time alone does to canaries: outcomes that never came are lost, windows end, live steps go on, watches are over.
 * Called every few seconds by every worker; the row of a canary is held while it is looked at, so workers do not meet,
 * and whatever a dead one left undone the next one finds.
 */
const UNDER_WAY = ['shadow', 'liveStep', 'watch'] as const;
/** A backlog of lost pairs may take a while. */
const TRANSACTION = { timeout: 60_000, maxWait: 10_000 };

/** Every canary that is under way; one that cannot be looked at does not hold the others up. */
export async function tickCanaries(clock: Clock): Promise<void> {
  const faults: unknown[] = [];
  await followReverts(clock).catch((error: unknown) => faults.push(error));
  for (const id of await findCanariesUnderWay(UNDER_WAY))
    await tickCanary(id, clock).catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}

export async function tickCanary(id: string, clock: Clock): Promise<void> {
  await db().$transaction(async (tx) => {
    const row = await lockCounting(id, tx);
    if (row === null) throw new AppError('NOT_FOUND', 'This canary does not exist.', { context: { id } });
    if (row.plan === null) return;
    if (row.state === 'shadow' || row.state === 'watch') await tellSilence(tx, row, clock);
    if (row.state === 'shadow' || row.state === 'watch') await tickPairs(tx, { row, plan: row.plan }, clock);
    if (row.state === 'liveStep') await tickStep(tx, { row, plan: row.plan }, clock);
  }, TRANSACTION);
}
