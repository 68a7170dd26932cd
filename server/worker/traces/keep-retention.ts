import type pg from 'pg';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import { logOf } from '@/server/observability/log';
import { systemClock } from '@/server/observability/system-clock';
import {
  endOfRoom,
  listTraceLimits,
  lockRetention,
  type RemovedTraces,
  removeOldOutcomes,
  removeTraces,
  removeUnreadParts,
  type TraceEnd,
  type TraceLimits,
  unlockRetention,
} from '@/server/repositories/trace-retention';
import { TRACES_REMOVED } from '@/server/repositories/trace-storage';
import { recordAudit } from '@/server/services/audit/record-audit';

/**
 * Removes traces that are older than the policy of their workspace keeps them, and the oldest of those that take more
 * bytes than it allows: at the start of a worker and each hour, by one worker at a time, in short transactions.
 */
const ROUND_MS = 3_600_000;
const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 90;
const AT_ONCE = 500;

export function keepRetention(pool: pg.Pool, clock: Clock = systemClock): { close(): Promise<void> } {
  const closing = new AbortController();
  let round = Promise.resolve();
  const look = () => {
    round = round.then(() => (closing.signal.aborted ? undefined : tryRound(pool, clock, closing.signal)));
  };
  look();
  const timer = setInterval(look, ROUND_MS);
  return {
    async close() {
      clearInterval(timer);
      closing.abort();
      await round;
    },
  };
}

async function tryRound(pool: pg.Pool, clock: Clock, closing: AbortSignal): Promise<void> {
  try {
    await removeOldTraces(pool, clock, closing);
  } catch (error) {
    const level = isDatabaseGone(error) ? 'debug' : 'warn';
    logOf('worker')[level]({ err: error }, 'Old traces could not be removed; the next round tries again.');
  }
}

/** One round. Does nothing while another worker is at one. */
export async function removeOldTraces(pool: pg.Pool, clock: Clock, closing?: AbortSignal): Promise<void> {
  const client = await pool.connect();
  let fault: Error | undefined;
  try {
    if (!(await lockRetention(client))) return;
    for (const limits of await listTraceLimits(client, DEFAULT_DAYS)) {
      if (closing?.aborted) break;
      await removeOf(client, limits, { clock, closing });
    }
    await unlockRetention(client);
  } catch (error) {
    fault = error as Error;
    throw error;
  } finally {
    // A connection that failed may hold the lock: it is closed.
    client.release(fault);
  }
}

interface Round {
  readonly clock: Clock;
  readonly closing: AbortSignal | undefined;
}

async function removeOf(client: pg.PoolClient, limits: TraceLimits, { clock, closing }: Round) {
  const { workspaceId, retentionDays, bytesMax } = limits;
  const nowMs = clock.nowMs();
  const before = new Date(nowMs - retentionDays * DAY_MS);
  const removed = { tooOld: 0, overBytesMax: 0, unreadParts: 0, trajectories: 0, bytes: 0 };
  const isEnded = (taken: number) => taken < AT_ONCE || (closing?.aborted ?? false);
  const removeUpTo = async (end: TraceEnd, why: 'tooOld' | 'overBytesMax') => {
    let batch: RemovedTraces;
    do {
      batch = await removeTraces(client, { workspaceId, end, nowMs, max: AT_ONCE });
      removed[why] += batch.traces;
      removed.trajectories += batch.trajectories;
      removed.bytes += batch.bytes;
    } while (!isEnded(batch.traces));
  };
  try {
    await removeUpTo({ receivedAt: before, id: '' }, 'tooOld');
    const end = bytesMax === null ? null : await endOfRoom(client, workspaceId, bytesMax);
    if (end !== null) await removeUpTo(end, 'overBytesMax');
    let parts: number;
    do {
      parts = await removeUnreadParts(client, { workspaceId, before, max: AT_ONCE });
      removed.unreadParts += parts;
    } while (!isEnded(parts));
    let outcomes: number;
    do {
      outcomes = await removeOldOutcomes(client, { workspaceId, before, max: AT_ONCE });
    } while (!isEnded(outcomes));
  } finally {
    await tell(limits, removed);
  }
}

/** Also after a round that was cut off: what it removed is gone. */
async function tell({ workspaceId, ...policy }: TraceLimits, removed: Readonly<Record<string, number>>) {
  if (Object.values(removed).every((count) => count === 0)) return;
  logOf('worker').info({ workspaceId, ...removed }, 'Traces beyond their retention were removed.');
  const worker = { workspaceId, name: 'worker' };
  await recordAudit(db(), worker, TRACES_REMOVED, workspaceId, { ...policy, ...removed });
}
