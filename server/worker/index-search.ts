import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { Listener } from '@/server/events/listener';
import { LEDGER_CHANNEL } from '@/server/ledger/postgres-ledger';
import { logOf } from '@/server/observability/log';
import { keepSearchTexts, runsToIndex } from '@/server/repositories/search-index';

/**
 * Keeps what runs learned findable, after the commit of its facts: the ledger's notes name the runs, so nothing is asked
 * while no run writes. Runs whose note was missed are looked for at the start and after each connection.
 */
const PAUSES = { gatherMs: 1_000, retryMs: 5_000 };

export function indexSearch(
  pool: pg.Pool,
  listener: Listener,
  { gatherMs, retryMs } = PAUSES,
): { close(): Promise<void> } {
  const closing = new AbortController();
  const named = new Set<string>();
  let mayMiss = true;
  let work: Promise<void> | undefined;

  const keep = () => {
    work ??= keepAll().finally(() => {
      work = undefined;
    });
  };
  const leave = listener.subscribe(LEDGER_CHANNEL, (payload) => {
    if (payload === null) mayMiss = true;
    else named.add(payload.slice(0, payload.lastIndexOf(':')));
    keep();
  });
  keep();

  async function keepAll(): Promise<void> {
    let pauseMs = gatherMs;
    while ((mayMiss || named.size > 0) && !closing.signal.aborted) {
      await wait(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      pauseMs = (await keepNamed()) ? gatherMs : retryMs;
    }
  }

  /** False where the database did not answer; what was to be kept is tried again. */
  async function keepNamed(): Promise<boolean> {
    try {
      if (mayMiss) for (const runId of await runsToIndex(pool)) named.add(runId);
      mayMiss = false;
      for (const runId of [...named]) {
        if (closing.signal.aborted) return true;
        named.delete(runId);
        await keepSearchTexts(pool, { runId, part: 'learning' }, () => !closing.signal.aborted);
      }
      return true;
    } catch (error) {
      // A run that was deleted meanwhile has nothing to keep; all others are found anew.
      mayMiss = true;
      const level = isDatabaseGone(error) ? 'debug' : 'warn';
      logOf('worker')[level]({ err: error }, 'Search texts could not be kept; the next look tries again.');
      return false;
    }
  }

  return {
    async close() {
      leave();
      closing.abort();
      await work;
    },
  };
}
