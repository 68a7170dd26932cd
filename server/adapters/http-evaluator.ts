import { readEvaluatorReply } from '@/lib/contracts/evaluator-reply';
import type { Cause } from '@/lib/domain/cause';
import type { EvaluatorReply } from '@/lib/domain/score';
import { AppError } from '@/lib/errors/app-error';
import type { EnvironmentOutcome, EnvironmentRequest } from '@/lib/ports/environment';
import { addressRefusal } from './error-causes';
import { guardedConnection } from './guarded-fetch';

/**
 * An evaluator behind an address: it is posted {question, context, answer, expected} and answers with a number 0..1 or
 * {"score", "objectives"?, "sideInformation"?, "notes"?, "costUsd"?}. The address is looked at when the connection is made, no
 * redirect is followed, and the secret goes in its one header to this origin only (rulings S2).
 *
 * A call carries the key under which it is journaled, so an evaluator that remembers keys never works twice for a call
 * that was sent again. It is asked once; ./evaluator-presence asks again.
 * What it fails to say is a cause; an address that may not be called ends the run.
 */
export interface HttpEvaluatorSettings {
  readonly url: string;
  /** Header and value that carry the secret; null = none is sent. */
  readonly secret: { readonly header: string; readonly value: string } | null;
  readonly timeoutMs: number;
  readonly allowedAddresses: readonly string[];
}

export interface HttpEvaluator {
  run(request: EnvironmentRequest, key: string, signal?: AbortSignal): Promise<EnvironmentOutcome>;
  close(): Promise<void>;
}

const CONNECTIONS = 64;
const HINT_MS_MAX = 10_000;
/** As a program's output. */
const REPLY_BYTES_MAX = 64 * 1024;

export function makeHttpEvaluator(settings: HttpEvaluatorSettings): HttpEvaluator {
  const { url, secret, timeoutMs, allowedAddresses } = settings;
  const connection = guardedConnection(CONNECTIONS, allowedAddresses, REPLY_BYTES_MAX);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(secret === null ? {} : { [secret.header]: secret.value }),
  };

  async function attempt(body: string, key: string, signal?: AbortSignal): Promise<Said> {
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
        ? failed('timedOut', `The evaluator did not answer within ${seconds} s.`)
        : failed('unavailable', 'The evaluator could not be reached, or its answer was too long.');
    }
  }

  return {
    async run({ command, input }, key, signal) {
      // Only the address that the run pinned has the secret and the guard's blessing.
      if (command !== url) throw new AppError('INVARIANT_BROKEN', 'A call names another evaluator.');
      const startedMs = performance.now();
      const said = await attempt(JSON.stringify(input), key, signal);
      return { ...said, delayMs: performance.now() - startedMs };
    },
    close: connection.close,
  };
}

type Said =
  | ({ readonly ok: true } & EvaluatorReply)
  | { readonly ok: false; readonly cause: Cause; readonly retryAfterMs?: number };

/** Repeats no text of the reply in a cause: an evaluator may echo answers and secrets. */
function readReply(status: number, text: string, retryAfter: string | null): Said {
  if (status >= 200 && status < 300) {
    const said = readEvaluatorReply(text);
    return said === null
      ? failed('unparseable', 'The evaluator answered with no {"score": 0..1}.')
      : { ok: true, ...said };
  }
  if (status >= 300 && status < 400) {
    return failed(
      'rejected',
      `The evaluator answered with a redirect (${status}); give its own address.`,
      status,
    );
  }
  const hint = hintOf(retryAfter);
  if (status === 429)
    return { ...failed('rateLimited', 'The evaluator refused: too many requests (429).', status), ...hint };
  if (status >= 500)
    return { ...failed('unavailable', `The evaluator failed (${status}).`, status), ...hint };
  return failed('rejected', `The evaluator does not take this request (${status}).`, status);
}

function hintOf(retryAfter: string | null): { readonly retryAfterMs?: number } {
  const seconds = Number(retryAfter ?? Number.NaN);
  return seconds >= 0 ? { retryAfterMs: Math.min(seconds * 1000, HINT_MS_MAX) } : {};
}

const failed = (code: Cause['code'], message: string, status?: number) =>
  ({ ok: false, cause: { code, message, ...(status === undefined ? {} : { status }) } }) as const;
