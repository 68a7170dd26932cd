import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@/lib/errors/app-error';
import { isDatabaseGone } from '@/lib/errors/database-gone';

/** How long a writer holds out while the database is away. */

export function databaseUnavailable(cause: unknown): AppError {
  return new AppError(
    'DATABASE_UNAVAILABLE',
    'The database does not answer; the work goes on when it is back.',
    {
      cause,
    },
  );
}

/** How long an answer that was paid for is held in memory for a database that restarts. */
const HOLD_OUT_MS = 60_000;

/**
 * Runs a write that may safely be repeated until the database takes it. Giving up at once would throw away answers
 * that were paid for whenever the database restarts.
 * @throws AppError DATABASE_UNAVAILABLE after a minute; anything else at once.
 */
export async function holdingOut<T>(write: () => Promise<T>, limitMs = HOLD_OUT_MS): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseGone(error)) throw error;
      if (performance.now() > deadline) throw databaseUnavailable(error);
      await wait(Math.min(2_000, 100 * 2 ** attempt));
    }
  }
}
