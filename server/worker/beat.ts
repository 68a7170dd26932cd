import os from 'node:os';
import type pg from 'pg';
import { logOf } from '@/server/observability/log';
import { workerPrograms } from './worker-programs';

/** The row by which everybody sees that this worker is alive and what it carries. */
export interface Beat {
  /** Takes the row away: this worker closed in good order. */
  stop(): Promise<void>;
}

const BEAT_MS = 5_000;

export function startBeat(pool: pg.Pool, worker: string, carried: ReadonlySet<string>): Beat {
  const startedAt = new Date();
  const commands = [...workerPrograms().commands.keys()];
  const beat = async () => {
    await pool.query(BEAT, [worker, os.hostname(), process.pid, startedAt, [...carried], commands]);
  };
  const attempt = () => {
    beat().catch((error: Error) =>
      logOf('worker').warn({ error: error.message }, 'The sign of life was not written.'),
    );
  };
  attempt();
  const timer = setInterval(attempt, BEAT_MS);
  return {
    async stop() {
      clearInterval(timer);
      await pool.query(`DELETE FROM "WorkerBeat" WHERE id = $1`, [worker]);
    },
  };
}

/** Rows of workers that were killed go after an hour. */
const BEAT = `
WITH swept AS (DELETE FROM "WorkerBeat" WHERE "beatAt" < now() - interval '1 hour' AND id <> $1)
INSERT INTO "WorkerBeat" (id, host, pid, "startedAt", "beatAt", runs, commands) VALUES ($1, $2, $3, $4, now(), $5, $6)
ON CONFLICT (id) DO UPDATE SET "beatAt" = now(), runs = EXCLUDED.runs`;
