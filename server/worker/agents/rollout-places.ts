import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Gate, makeGate } from '@/server/adapters/gate';
import { holdingOut } from '@/server/ledger/database-fault';
import { openInTurn } from '@/server/repositories/carried-attempts';
import type { NewAttempt } from '@/server/repositories/rollouts';

/**
 * Rollouts of an agent that may run at once: in order of arrival on this worker, and no more than `atOnce` on all workers
 * together, which the rows of open attempts count. A worker without room looks again twice a second.
 */
const gates = new Map<string, Gate>();
const LOOK_MS = 500;

export interface Place {
  readonly atOnce: number;
  /** A queued attempt is begun, not opened. */
  readonly isQueued: boolean;
  readonly interrupted: AbortSignal;
}

/** Opens the attempt once there is room and does the work; `gone` = it was stopped while it waited. */
export function inPlace<T>(
  pool: pg.Pool,
  given: NewAttempt,
  place: Place,
  work: (attempt: number) => Promise<T>,
): Promise<T | 'gone'> {
  const { atOnce, interrupted } = place;
  const key = `${given.agentId} ${atOnce}`;
  const gate = gates.get(key) ?? makeGate(atOnce);
  gates.set(key, gate);
  return gate(async () => {
    for (;;) {
      const opened = await holdingOut(() => openInTurn(pool, given, place));
      if (opened === 'gone') return opened;
      if (opened !== 'busy') return work(opened);
      await pause(LOOK_MS, undefined, { signal: interrupted });
    }
  }, interrupted);
}
