import type pg from 'pg';
import { AppError } from '@/lib/errors/app-error';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { config } from '@/server/config/config';
import type { TraceScoring } from '@/server/db/generated/client';
import { logOf } from '@/server/observability/log';
import { systemClock } from '@/server/observability/system-clock';
import {
  claimScoring,
  clearScorings,
  failScoring,
  requeueScoring,
  touchScoring,
} from '@/server/repositories/carried-scorings';

/**
 * Scorings of traces, one at a time per worker. A worker says every second that its scoring is alive; one without a sign
 * of life is taken over by another worker, which continues with the traces that are not settled.
 */
const LOOK_MS = 1_000;
const CLEAR_MS = 3_600_000;
const TRIES_MAX = 20;

export function carryScorings(pool: pg.Pool): { close(): Promise<void> } {
  const closing = new AbortController();
  let work: Promise<void> | undefined;
  const look = () => {
    if (closing.signal.aborted) return;
    work ??= quietly(() => carryAll(pool, closing.signal)).finally(() => {
      work = undefined;
    });
  };
  const timers = [setInterval(look, LOOK_MS), setInterval(() => void quietly(clearScorings), CLEAR_MS)];
  return {
    async close() {
      for (const timer of timers) clearInterval(timer);
      closing.abort();
      await work;
    },
  };
}

async function quietly(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    // The next look tries again: the state of a scoring is in the database.
    const level = isDatabaseGone(error) ? 'debug' : 'warn';
    logOf('traces')[level]({ err: error }, 'Scorings of traces were not looked for.');
  }
}

async function carryAll(pool: pg.Pool, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    const row = await claimScoring();
    if (row === null) return;
    await carry(row, pool, closing);
  }
}

async function carry(row: TraceScoring, pool: pg.Pool, closing: AbortSignal): Promise<void> {
  const lost = new AbortController();
  const alive = setInterval(() => {
    touchScoring(row).then(
      (isOurs) => {
        if (!isOurs) lost.abort();
      },
      (error: Error) => logOf('traces').debug({ error: error.message }, 'A sign of life was not written.'),
    );
  }, LOOK_MS);
  const signal = AbortSignal.any([closing, lost.signal]);
  const patienceMs = config().providerPatienceMs;
  const patience = { patienceMs, openedMs: systemClock.monotonicMs(), interrupted: signal };
  try {
    // Imported with the first scoring, so that a worker starts before the evaluators are loaded.
    const { scoreTraces } = await import('./score-traces');
    await scoreTraces(row, { pool, patience, signal });
  } catch (error) {
    await giveBack(row, error, signal);
  } finally {
    clearInterval(alive);
  }
}

/** A scoring whose worker ends, or whose fault another try may overcome, is queued again; else it has failed. */
async function giveBack(row: TraceScoring, error: unknown, signal: AbortSignal): Promise<void> {
  if (signal.aborted) {
    await requeueScoring(row);
    return;
  }
  const isWorthTrying = !AppError.is(error) || (error.retryable && error.code !== 'PROVIDER_AWAY');
  if (isWorthTrying && row.tries < TRIES_MAX) {
    logOf('traces').warn(
      { err: error, scoringId: row.id },
      'A scoring of traces broke off and will be retried.',
    );
    await requeueScoring(row);
    return;
  }
  const { code, userMessage: detail, howToProceed } = AppError.is(error) ? error : GIVEN_UP;
  logOf('traces').warn({ err: error, scoringId: row.id }, 'A scoring of traces has failed.');
  await failScoring(row, { code, detail, howToProceed: [...howToProceed] });
}

const GIVEN_UP = {
  ...{ code: 'INTERNAL', userMessage: 'The scoring broke off too often.' },
  howToProceed: ['Score the other traces again: scores so far are kept.'],
};
