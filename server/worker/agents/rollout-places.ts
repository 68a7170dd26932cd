import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Gate, makeGate } from '@/server/adapters/gate';
import { holdingOut } from '@/server/ledger/database-fault';
import { groupCommit } from '@/server/ledger/group-commit';
import { type Opened, type Opening, openInTurn } from '@/server/repositories/carried-attempts';
import type { NewAttempt } from '@/server/repositories/rollouts';

/**
 * Rollouts of an agent that may run at once: in order of arrival on this worker, and no more than `atOnce` on all workers
 * together, which the rows of open attempts count. A worker without room looks again twice a second.
 */
const entrances = new WeakMap<pg.Pool, Map<string, Entrance>>();
const LOOK_MS = 500;

interface Entrance {
  readonly gate: Gate;
  /** Rollouts that come together are opened together. */
  readonly open: (opening: Opening) => Promise<Opened>;
}

export interface Place extends Pick<Opening, 'isQueued'> {
  readonly atOnce: number;
  readonly interrupted: AbortSignal;
}

/** Opens the attempt once there is room and does the work; `gone` = it was stopped while it waited. */
export function inPlace<T>(
  pool: pg.Pool,
  given: NewAttempt,
  place: Place,
  work: (attempt: number) => Promise<T>,
): Promise<T | 'gone'> {
  const { atOnce, isQueued, interrupted } = place;
  const { gate, open } = entranceOf(pool, given.agentId, atOnce);
  return gate(async () => {
    for (;;) {
      const opened = await open({ given, isQueued });
      if (opened === 'gone') return opened;
      if (opened !== 'busy') return work(opened);
      await pause(LOOK_MS, undefined, { signal: interrupted });
    }
  }, interrupted);
}

function entranceOf(pool: pg.Pool, agentId: string, atOnce: number): Entrance {
  const known = entrances.get(pool) ?? new Map<string, Entrance>();
  entrances.set(pool, known);
  const key = `${agentId} ${atOnce}`;
  const entrance = known.get(key) ?? {
    gate: makeGate(atOnce),
    open: groupCommit((openings: readonly Opening[]) =>
      holdingOut(() => openInTurn(pool, { agentId, atOnce }, openings)),
    ),
  };
  known.set(key, entrance);
  return entrance;
}
