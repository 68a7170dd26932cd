import os from 'node:os';
import type pg from 'pg';
import { sharedLimiters, shareProviders } from '@/server/adapters/provider-connection';
import type { ProviderLimiter } from '@/server/adapters/provider-limiter';
import { logOf } from '@/server/observability/log';
import { BEAT_MS, makeShareKeeper } from './provider-shares';
import { workerPrograms } from './worker-programs';

/** The row by which others see that this worker is alive, which runs it carries and its share of provider limits. */
export interface Beat {
  /** Deletes the row: this worker has closed cleanly. */
  stop(): Promise<void>;
}

/** A worker that waits for a share is served sooner than at the next beat, but not at every call. */
const ASKED_MS = 250;
/** A dead worker is noticed as soon as its claim lapses. */
const AFTER_LAPSE_MS = 50;

export interface BeatParts {
  readonly pool: pg.Pool;
  readonly worker: string;
  readonly carried: ReadonlySet<string>;
  /** Provider limiters; by default those of this process. */
  readonly limiters?: () => ReadonlyMap<string, ProviderLimiter>;
}

export function startBeat({ pool, worker, carried, limiters = sharedLimiters }: BeatParts): Beat {
  const startedAt = new Date();
  const { commands, agents, toolServers } = workerPrograms();
  const programs = [commands, agents, toolServers].map((named) => [...named.keys()]);
  const keeper = makeShareKeeper({ pool, worker, limiters });
  const row = [worker, os.hostname(), process.pid, startedAt];
  let timer: NodeJS.Timeout | undefined;
  let dueMs = Number.POSITIVE_INFINITY;
  let beating: Promise<void> = Promise.resolve();
  let isStopped = false;
  let beatenAtMs = Number.NEGATIVE_INFINITY;

  const beat = () =>
    keeper.claim(async (client, providers, shares) => {
      await client.query(BEAT, [...row, [...carried], providers, shares, ...programs]);
    });

  /** Keeps the earlier of this delay and the planned one. */
  const plan = (ms: number) => {
    const at = performance.now() + ms;
    if (isStopped || at >= dueMs) return;
    dueMs = at;
    clearTimeout(timer);
    timer = setTimeout(next, ms);
  };

  function next(): void {
    dueMs = Number.POSITIVE_INFINITY;
    beating = beating.then(async () => {
      if (isStopped) return;
      const againMs = await beat().catch((error: Error) => {
        logOf('worker').warn({ error: error.message }, 'The sign of life was not written.');
        return BEAT_MS;
      });
      beatenAtMs = performance.now();
      plan(Math.min(BEAT_MS, againMs + AFTER_LAPSE_MS));
    });
  }

  const stopSharing = shareProviders(() => plan(Math.max(0, beatenAtMs + ASKED_MS - performance.now())));
  next();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      keeper.stop();
      stopSharing();
      await beating;
      await pool.query(`DELETE FROM "WorkerBeat" WHERE id = $1`, [worker]);
    },
  };
}

/** Rows of killed workers are deleted after an hour. */
const BEAT = `
WITH swept AS (DELETE FROM "WorkerBeat" WHERE "beatAt" < now() - interval '1 hour' AND id <> $1)
INSERT INTO "WorkerBeat" (id, host, pid, "startedAt", "beatAt", runs, providers, shares, commands, agents,
  "toolServers")
VALUES ($1, $2, $3, $4, clock_timestamp(), $5, $6, $7, $8, $9, $10)
ON CONFLICT (id) DO UPDATE SET "beatAt" = EXCLUDED."beatAt", runs = EXCLUDED.runs, providers = EXCLUDED.providers,
  shares = EXCLUDED.shares`;
