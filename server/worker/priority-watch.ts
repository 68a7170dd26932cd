import type pg from 'pg';
import type { PriorityCandidate, PriorityChannel } from '@/lib/ports/run-control';
import type { Listener } from '@/server/events/listener';
import { holdingOut } from '@/server/ledger/database-fault';
import { CONTROL_CHANNEL } from '@/server/repositories/runs';

/**
 * The candidates that people put before everything else, as a run's worker hears of them: by a note at once, and by
 * looking every other second in case a note was lost. What the run has taken is decided in its journal; the stamp on
 * the row tells people.
 */
const LOOK_MS = 2_000;

export interface PrioritySources {
  readonly pool: pg.Pool;
  readonly listener: Listener;
}

export function watchPriorities(runId: string, { pool, listener }: PrioritySources): PriorityChannel {
  return {
    next: () =>
      holdingOut(async () => {
        const { rows } = await pool.query<PriorityCandidate>(OLDEST_WAITING, [runId]);
        return rows[0] ?? null;
      }),
    taken: (id) =>
      holdingOut(async () => {
        await pool.query(MARK_TAKEN, [id, runId]);
      }),
    listen(heard) {
      const timer = setInterval(heard, LOOK_MS);
      const leave = listener.subscribe(CONTROL_CHANNEL, (about) => {
        if (about === null || about === runId) heard();
      });
      return () => {
        clearInterval(timer);
        leave();
      };
    },
  };
}

const OLDEST_WAITING = `
SELECT id, text, hash, "createdBy" AS by FROM "PriorityCandidate"
WHERE "runId" = $1 AND "takenAt" IS NULL ORDER BY "createdAt", id LIMIT 1`;

const MARK_TAKEN = `
UPDATE "PriorityCandidate" SET "takenAt" = now() WHERE id = $1 AND "runId" = $2 AND "takenAt" IS NULL`;
