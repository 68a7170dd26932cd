import type pg from 'pg';
import { AppError } from '@/lib/errors/app-error';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { ObjectStore } from '@/lib/ports/object-store';
import type { PartBodies } from '@/lib/ports/part-bodies';
import { logOf } from '@/server/observability/log';
import { keepObjectStoreFault, readObjectStoreFault } from '@/server/repositories/object-store-state';

/**
 * Moves bodies to the object store every half minute, and says on the page of jobs where it cannot be reached: then bodies
 * stay in the database, and the next round tries again.
 */
const ROUND_MS = 30_000;

interface Kept {
  readonly pool: pg.Pool;
  readonly bodies: PartBodies;
  readonly store: Pick<ObjectStore, 'check'>;
}

export function keepBodies(kept: Kept): { close(): Promise<void> } {
  const closing = new AbortController();
  let round: Promise<void> | undefined;
  const look = () => {
    round ??= settleBodies(kept, closing.signal)
      .catch((err: unknown) => {
        const level = isDatabaseGone(err) ? 'debug' : 'warn';
        logOf('traces')[level]({ err }, 'Bodies of traces were not moved; the next round tries again.');
      })
      .finally(() => {
        round = undefined;
      });
  };
  look();
  const timer = setInterval(look, ROUND_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      closing.abort();
      await round;
    },
  };
}

/** One round, with its outcome. */
export async function settleBodies({ pool, bodies, store }: Kept, closing: AbortSignal): Promise<void> {
  const known = await readObjectStoreFault(pool);
  try {
    const { moved, removed } = await bodies.settle(closing);
    if (known === null) return;
    // A round without work asks nothing of the store.
    if (moved + removed === 0) await store.check();
    await keepObjectStoreFault(pool, null);
    logOf('traces').info('The object store can be reached again.');
  } catch (error) {
    if (!AppError.is(error, 'OBJECTS_UNAVAILABLE') && !AppError.is(error, 'ADDRESS_REFUSED')) throw error;
    await keepObjectStoreFault(pool, error.userMessage);
    if (known?.reason !== error.userMessage) logOf('traces').warn({ err: error }, error.userMessage);
  }
}
