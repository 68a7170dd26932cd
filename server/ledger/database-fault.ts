import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@/lib/errors/app-error';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { isDiskFull } from '@/lib/errors/disk-full';

/** How long a writer holds out while the database is away, or its disk is full. */

export function databaseUnavailable(cause: unknown): AppError {
  return new AppError(
    'DATABASE_UNAVAILABLE',
    'The database does not answer; the work goes on when it is back.',
    {
      cause,
    },
  );
}

/** Work that is free to repeat is given up after this time, so that the run can be taken up anew. */
const HOLD_OUT_MS = 60_000;
/** A paused database refuses nothing: its writes hang. One that took longer than this counts as such. */
const HUNG_MS = 5_000;
/** Short, so that a process that holds answers is the first to write when the database is back. */
const RETRY_MS_MAX = 500;

let returnedAtMs = Number.NEGATIVE_INFINITY;
let diskFullAtMs = Number.NEGATIVE_INFINITY;

export interface HoldOut {
  /** Infinity for what was paid for: given up only when the lease is lost or the process ends. */
  readonly limitMs?: number;
  /** Told how long a write had to wait for a database that was away. */
  readonly onAway?: (awayMs: number) => void;
}

/**
 * Runs a write that may safely be repeated until the database takes it: while it is away, while its disk is full, and
 * where writers collided. Giving up at once would throw away answers that were paid for. A full disk has no limit: a
 * person makes room, and until then the runs are paused.
 * @throws AppError DATABASE_UNAVAILABLE after the limit; anything else at once.
 */
export async function holdingOut<T>(
  write: () => Promise<T>,
  { limitMs = HOLD_OUT_MS, onAway }: HoldOut = {},
): Promise<T> {
  const startedMs = performance.now();
  let wasAway = false;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const written = await write();
      const tookMs = performance.now() - startedMs;
      if (wasAway || tookMs > HUNG_MS) {
        returnedAtMs = performance.now();
        onAway?.(tookMs);
      }
      return written;
    } catch (error) {
      const isGone = isDatabaseGone(error);
      const isFull = isDiskFull(error);
      if (!isGone && !isFull && !isCollision(error)) throw error;
      if (isFull) diskFullAtMs = performance.now();
      wasAway ||= isGone || isFull;
      if (!isFull && performance.now() - startedMs > limitMs) throw databaseUnavailable(error);
      await wait(Math.min(RETRY_MS_MAX, 100 * 2 ** attempt));
    }
  }
}

/** Two writers waited for each other and Postgres let one of them go: done again, it finds its way free. */
function isCollision(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === '40P01' || code === '40001';
}

/** Whether the disk refused a write of this process within the last so many milliseconds. */
export function diskFullWithin(ms: number): boolean {
  return performance.now() - diskFullAtMs < ms;
}

/** Whether a write of this process had to wait for the database within the last so many milliseconds. */
export function databaseReturnedWithin(ms: number): boolean {
  return performance.now() - returnedAtMs < ms;
}
