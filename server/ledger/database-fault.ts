import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@/lib/errors/app-error';

/** Which errors mean that the database went away, and how long a writer holds out before it gives up. */

/** Class 08 = connection exception, 57P0x = shutting down or starting, 53300 = too many connections. */
const GONE_SQLSTATE = /^(08...|57P0[1-5]|53300)$/;
const GONE_SYSTEM = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
/** Prisma's own: cannot reach, timed out, closed, no connection from the pool. */
const GONE_PRISMA = /^(P1001|P1002|P1008|P1017|P2024)$/;
const GONE_MESSAGE =
  /Connection terminated|connection timeout|Client has encountered a connection error|not queryable/i;

export function isDatabaseGone(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (AppError.is(error)) return error.code === 'DATABASE_UNAVAILABLE';
  const { code, message, cause, errors } = error as {
    code?: unknown;
    message?: string;
    cause?: unknown;
    errors?: unknown;
  };
  if (typeof code === 'string') {
    if (GONE_SQLSTATE.test(code) || GONE_SYSTEM.test(code) || GONE_PRISMA.test(code)) return true;
  }
  if (GONE_MESSAGE.test(message ?? '')) return true;
  if (Array.isArray(errors) && errors.some(isDatabaseGone)) return true;
  return cause !== undefined && cause !== error && isDatabaseGone(cause);
}

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
