import { readEvaluatorReply } from '@/lib/contracts/evaluator-reply';
import type { Cause } from '@/lib/domain/cause';
import { AppError } from '@/lib/errors/app-error';
import type { EnvironmentOutcome, EnvironmentRequest } from '@/lib/ports/environment';
import { addressRefusal } from './attempt-fault';
import { guardedConnection } from './guarded-fetch';
import { systemTicker, type Ticker, wait } from './ticker';

/**
 * An evaluator behind an address: it is posted {question, context, answer, expected} and answers with a number 0..1 or
 * {"score", "objectives"?, "sideInformation"?, "notes"?, "costUsd"?}. The address is looked at when the connection is made, no
 * redirect is followed, and the secret goes in its one header to this origin only (rulings S2).
 *
 * A call carries the key under which it is journaled, so an evaluator that remembers keys never works twice for a call
 * that was sent again. What it fails to say is a cause; an address that may not be called ends the run.
 */
export interface HttpEvaluatorSettings {
  readonly url: string;
  /** Header and value that carry the secret; null = none is sent. */
  readonly secret: { readonly header: string; readonly value: string } | null;
  readonly timeoutMs: number;
  readonly allowedAddresses: readonly string[];
  readonly ticker?: Ticker;
}

export interface HttpEvaluator {
  run(request: EnvironmentRequest, key: string, signal?: AbortSignal): Promise<EnvironmentOutcome>;
  close(): Promise<void>;
}

const CONNECTIONS = 64;
const ATTEMPTS = 3;
const WAIT_MS = 500;
const WAIT_MS_MAX = 10_000;
/** As a program's output. */
const REPLY_BYTES_MAX = 64 * 1024;

export function makeHttpEvaluator(settings: HttpEvaluatorSettings): HttpEvaluator {
  const { url, secret, timeoutMs, allowedAddresses, ticker = systemTicker } = settings;
  const connection = guardedConnection(CONNECTIONS, allowedAddresses, REPLY_BYTES_MAX);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(secret === null ? {} : { [secret.header]: secret.value }),
  };

  async function attempt(body: string, key: string, signal?: AbortSignal): Promise<Attempt> {
    const limit = AbortSignal.timeout(timeoutMs);
    const both = signal ? AbortSignal.any([limit, signal]) : limit;
    try {
      const init = { method: 'POST', headers: { ...headers, 'idempotency-key': key }, body, signal: both };
      const reply = await connection.fetch(url, init);
      return readReply(reply.status, await reply.text(), reply.headers.get('retry-after'));
    } catch (error) {
      if (signal?.aborted) throw signal.reason ?? error;
      const refusal = addressRefusal(error);
      if (refusal !== null) throw refusal;
      const seconds = timeoutMs / 1000;
      return limit.aborted
        ? failed('timedOut', `The evaluator did not answer within ${seconds} s.`, { again: true })
        : failed('unavailable', 'The evaluator could not be reached, or its answer was too long.', {
            again: true,
          });
    }
  }

  return {
    async run({ command, input }, key, signal) {
      // Only the address that the run pinned has the secret and the guard's blessing.
      if (command !== url) throw new AppError('INVARIANT_BROKEN', 'A call names another evaluator.');
      const startedMs = ticker.monotonicMs();
      const body = JSON.stringify(input);
      let last = await attempt(body, key, signal);
      for (let tries = 1; tries < ATTEMPTS && !last.ok && last.again; tries += 1) {
        await wait(ticker, last.afterMs ?? WAIT_MS * 2 ** (tries - 1), signal);
        last = await attempt(body, key, signal);
      }
      const delayMs = ticker.monotonicMs() - startedMs;
      return last.ok ? { ok: true, ...last.said, delayMs } : { ok: false, cause: last.cause, delayMs };
    },
    close: connection.close,
  };
}

type Attempt =
  | { readonly ok: true; readonly said: NonNullable<ReturnType<typeof readEvaluatorReply>> }
  | { readonly ok: false; readonly cause: Cause; readonly again: boolean; readonly afterMs?: number };

/** Of what it said nothing is repeated: an evaluator may echo answers and secrets. */
function readReply(status: number, text: string, retryAfter: string | null): Attempt {
  if (status >= 200 && status < 300) {
    const said = readEvaluatorReply(text);
    return said === null
      ? failed('unparseable', 'The evaluator answered with no {"score": 0..1}.', { again: false })
      : { ok: true, said };
  }
  if (status >= 300 && status < 400) {
    return failed('rejected', `The evaluator answered with a redirect (${status}); give its own address.`, {
      again: false,
    });
  }
  const waits = waitOf(retryAfter);
  if (status === 429) return failed('rateLimited', 'The evaluator refused: too many requests (429).', waits);
  if (status >= 500) return failed('unavailable', `The evaluator failed (${status}).`, waits);
  return failed('rejected', `The evaluator does not take this request (${status}).`, { again: false });
}

function waitOf(retryAfter: string | null): Pick<Extract<Attempt, { ok: false }>, 'again' | 'afterMs'> {
  const seconds = Number(retryAfter ?? Number.NaN);
  if (!(seconds >= 0)) return { again: true };
  return { again: true, afterMs: Math.min(seconds * 1000, WAIT_MS_MAX) };
}

function failed(
  code: Cause['code'],
  message: string,
  then: Pick<Extract<Attempt, { ok: false }>, 'again' | 'afterMs'>,
): Attempt {
  return { ok: false, cause: { code, message }, ...then };
}
