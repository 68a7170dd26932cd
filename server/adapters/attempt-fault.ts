import { APIConnectionTimeoutError, APIError } from 'openai';
import type { Cause } from '@/lib/domain/cause';
import { addressRefusal, causesOf } from './error-causes';
import type { Sign } from './provider-health';

/**
 * What one failed attempt means: the cause to show, whether another try can help, and how long the provider asks to
 * wait. Repeats nothing of what the provider said but its own short error code: messages may echo prompts and keys.
 */
export interface AttemptFault {
  readonly cause: Cause;
  readonly retryable: boolean;
  /** 429: the provider's limits, not this call, are the matter. */
  readonly limited: boolean;
  readonly retryAfterMs: number | null;
  readonly providerCode: string | null;
  readonly status: number | null;
  /** Set where this is how an absent provider looks. */
  readonly sign: Sign | null;
  /** The request went out and nothing came back: the provider may have worked on it. */
  readonly mayBePaid: boolean;
}

/** A 200 whose body is not a completion: cut off on the way, or another protocol. */
export class ReplyUnreadable extends Error {
  constructor(
    message: string,
    readonly tokensIn: number,
    readonly tokensOut: number,
  ) {
    super(message);
    this.name = 'ReplyUnreadable';
  }
}

/** Null: not the provider's failure, so it must be thrown on. */
export function attemptFault(error: unknown, nowMs: number): AttemptFault | null {
  if (error instanceof ReplyUnreadable || error instanceof SyntaxError) {
    return fault(
      'unparseable',
      'The provider answered, but its answer was cut off or is no completion.',
      true,
    );
  }
  if (error instanceof APIConnectionTimeoutError)
    return {
      ...fault('timedOut', 'The provider did not answer in time.', true),
      sign: 'unsure',
      mayBePaid: true,
    };
  const refusal = addressRefusal(error);
  if (refusal !== null) return fault('rejected', refusal.userMessage, false);
  if (!(error instanceof APIError)) return null;
  if (error.status === undefined) {
    const gone = fault('unavailable', 'No connection to the provider.', true);
    if (neverConnected(error)) return { ...gone, sign: 'absent' };
    return { ...gone, sign: 'unsure', mayBePaid: true };
  }
  const found = statusFault(error, nowMs);
  return { ...found, cause: { ...found.cause, status: error.status } };
}

function statusFault(error: APIError, nowMs: number): AttemptFault {
  const { status } = error;
  const code = shortCode(error.code) ?? shortCode(error.type);
  const named = code === null ? '' : ` (${code})`;
  const facts = {
    status: status ?? null,
    providerCode: code,
    retryAfterMs: retryAfterMs(error.headers, nowMs),
  };
  if (status === 429 && code === 'insufficient_quota') {
    return { ...fault('rejected', 'The account at the provider has no quota left.', false), ...facts };
  }
  if (status === 429) {
    return {
      ...fault('rateLimited', 'The provider refused: too many requests (429).', true),
      limited: true,
      ...facts,
    };
  }
  if (status === 408) {
    return { ...fault('timedOut', 'The provider gave up waiting (408).', true), ...facts, sign: 'unsure' };
  }
  if (status === 401 || status === 403) {
    return {
      ...fault('rejected', `The provider does not accept the key (${status})${named}.`, false),
      ...facts,
    };
  }
  if (status === 404) {
    return {
      ...fault('rejected', `The provider does not know this model or address (404)${named}.`, false),
      ...facts,
    };
  }
  if (status !== undefined && status >= 500) {
    const sign = ABSENT_STATUSES.includes(status) ? 'absent' : 'unsure';
    return { ...fault('unavailable', `The provider failed (${status}).`, true), ...facts, sign };
  }
  const isRedirect = status !== undefined && status >= 300 && status < 400;
  const what = isRedirect
    ? 'wants to send us elsewhere, which is not followed'
    : 'does not take this request';
  return { ...fault('rejected', `The provider ${what} (${status})${named}.`, false), ...facts };
}

/** Statuses a proxy sends for an absent provider: bad gateway, unavailable, gateway time-out, overloaded. */
const ABSENT_STATUSES = [502, 503, 504, 529];

const NEVER_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

function neverConnected(error: unknown): boolean {
  return causesOf(error).some((one) => NEVER_CONNECTED.test(String(Reflect.get(one, 'code') ?? '')));
}

function fault(code: Cause['code'], message: string, retryable: boolean): AttemptFault {
  return {
    cause: { code, message },
    retryable,
    limited: false,
    retryAfterMs: null,
    providerCode: null,
    status: null,
    sign: null,
    mayBePaid: false,
  };
}

function shortCode(code: unknown): string | null {
  return typeof code === 'string' && /^[a-z0-9_.-]{1,60}$/i.test(code) ? code : null;
}

/** retry-after-ms, or retry-after in seconds or as a date. */
function retryAfterMs(headers: Headers | undefined, nowMs: number): number | null {
  const inMs = headers?.get('retry-after-ms');
  if (inMs && Number.isFinite(Number(inMs))) return Math.max(0, Number(inMs));
  const hint = headers?.get('retry-after');
  if (!hint) return null;
  if (Number.isFinite(Number(hint))) return Math.max(0, Number(hint) * 1000);
  const date = Date.parse(hint);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
