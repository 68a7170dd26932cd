import type pg from 'pg';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { logOf } from '@/server/observability/log';

/**
 * Looks every few seconds for requests that wait for their scores, and goes on at once while there are more. Each request
 * is claimed by one worker; one that died leaves it to the next.
 */
const LOOK_MS = 2_000;

export function carryMirrored(pool: pg.Pool): { close(): void } {
  let isLooking = false;
  let isClosed = false;
  const look = async () => {
    if (isLooking || isClosed) return;
    isLooking = true;
    try {
      // Imported with the first look: a worker is up before all that scoring needs is loaded.
      const { scoreMirrored } = await import('./mirrored/score-mirrored');
      while (!isClosed && (await scoreMirrored(pool)) > 0);
    } catch (error) {
      // The next look tries again: what waits stands in the database.
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
