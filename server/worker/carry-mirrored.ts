import type pg from 'pg';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { logOf } from '@/server/observability/log';

/**
 * Looks every few seconds for mirrored requests without scores, and continues at once while there are more. Each
 * request is claimed by one worker; if that worker dies, the next one takes the request.
 */
const LOOK_MS = 2_000;

export function carryMirrored(pool: pg.Pool): { close(): void } {
  let isLooking = false;
  let isClosed = false;
  const look = async () => {
    if (isLooking || isClosed) return;
    isLooking = true;
    try {
      // Imported with the first look, so that a worker starts before the scoring code is loaded.
      const { scoreMirrored } = await import('./mirrored/score-mirrored');
      while (!isClosed && (await scoreMirrored(pool)) > 0);
    } catch (error) {
      // The next look tries again: waiting requests are in the database.
      const level = isDatabaseGone(error) ? 'debug' : 'warn';
      logOf('worker')[level]({ err: error }, 'Mirrored requests could not be scored.');
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}
