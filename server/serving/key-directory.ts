import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { Clock } from '@/lib/ports/clock';
import { actorOfKeyRow } from '@/server/accounts/key-actor';
import { hashKeySecret, KEY_PREFIX } from '@/server/accounts/key-secret';
import { findServingKeys, type ServingKeyRow } from '@/server/repositories/serving-keys';
import { oneAtATime } from './one-at-a-time';

/**
 * Whose key this is, without asking Postgres each time: a key is read at its first use and again, aside, after five
 * seconds, so that a revoked one stops within about as long; a key unused for a while is read before it counts.
 * While Postgres is away a known key goes on holding. Unknown keys are never kept; they are looked up together, so that
 * guesses neither load Postgres nor keep a valid key of the same address waiting. Knows no limits and no HTTP.
 */
export interface KeyDirectory {
  /** @throws AppError KEY_INVALID, or DATABASE_UNAVAILABLE where a key was never seen and Postgres is away */
  actorOf(secret: string): Promise<Actor>;
}

interface Known {
  readonly row: ServingKeyRow;
  readonly readAtMs: number;
}

const FRESH_MS = 5_000;
/** Older than this, a key is read before it is believed, for as long as that takes within reason. */
const STALE_MS = 30_000;
const PATIENCE_MS = 300;
const KEPT_MAX = 10_000;

export function makeKeyDirectory({
  pool,
  clock,
}: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
}): KeyDirectory {
  const known = new Map<string, Known>();
  const reading = new Map<string, Promise<ServingKeyRow | null>>();
  const lookUp = oneAtATime((hashes) => findServingKeys(pool, hashes));
  /** When a reading last failed: for some seconds after it no call waits for another. */
  let failedAtMs = Number.NEGATIVE_INFINITY;

  function read(hash: string): Promise<ServingKeyRow | null> {
    const under = reading.get(hash);
    if (under) return under;
    const begun = readRow(hash).finally(() => reading.delete(hash));
    reading.set(hash, begun);
    return begun;
  }

  async function readRow(hash: string): Promise<ServingKeyRow | null> {
    try {
      const row = (await lookUp(hash)) ?? null;
      if (known.size >= KEPT_MAX) known.clear();
      if (row === null) known.delete(hash);
      else known.set(hash, { row, readAtMs: clock.monotonicMs() });
      return row;
    } catch (cause) {
      failedAtMs = clock.monotonicMs();
      if (!isDatabaseGone(cause)) throw cause;
      const message = 'The key cannot be looked up: the database does not answer. Try again in some seconds.';
      throw new AppError('DATABASE_UNAVAILABLE', message, { cause, retryAfterMs: 5000 });
    }
  }

  async function rowOf(hash: string): Promise<ServingKeyRow | null> {
    const held = known.get(hash);
    if (held === undefined) return read(hash);
    const now = clock.monotonicMs();
    const ageMs = now - held.readAtMs;
    if (ageMs < FRESH_MS || now - failedAtMs < FRESH_MS) return held.row;
    // A known key stays valid where the reading fails.
    const again = read(hash).catch(() => held.row);
    if (ageMs < STALE_MS) return held.row;
    return Promise.race([again, wait(PATIENCE_MS, held.row, { ref: false })]);
  }

  return {
    async actorOf(secret) {
      const row = secret.startsWith(KEY_PREFIX) ? await rowOf(hashKeySecret(secret)) : null;
      return actorOfKeyRow(row, new Date(clock.nowMs()));
    },
  };
}
