import { seededRng } from '@/lib/random/seeded-rng';
import { type AttemptFault, attemptFault, ReplyUnreadable } from './attempt-fault';
import type { ProviderLimiter } from './provider-limiter';
import { type Ticker, wait } from './ticker';

/**
 * Tries a call until it is answered, cannot be helped, or time or tries run out. Each try takes its own permit, so a
 * call that waits for its next try blocks nobody. Throws only for the caller's own abort and for broken programs.
 */
export interface AttemptPlan {
  readonly limiter: ProviderLimiter;
  readonly ticker: Ticker;
  readonly runId: string;
  /** Names the call; seeds the jitter, so that a twin waits the same. */
  readonly key: string;
  readonly estimatedTokens: number;
  readonly maxAttempts: number;
  /** From the first dispatch; no try begins after it. */
  readonly totalMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Tried<T> {
  readonly value: T;
  /** Tokens that the call used, for the limiter. */
  readonly tokens: number;
}

export type AttemptsResult<T> =
  | { readonly ok: true; readonly value: T; readonly attempts: number; readonly delayMs: number }
  | {
      readonly ok: false;
      readonly fault: AttemptFault;
      readonly attempts: number;
      readonly delayMs: number;
      /** What unreadable answers have cost. */
      readonly tokensIn: number;
      readonly tokensOut: number;
    };

const BACKOFF_FIRST_MS = 500;
const BACKOFF_MS_MAX = 30_000;
const HINT_MS_MAX = 120_000;

export async function attemptRepeatedly<T>(
  plan: AttemptPlan,
  attempt: (signal: AbortSignal | undefined) => Promise<Tried<T>>,
): Promise<AttemptsResult<T>> {
  const { ticker, signal } = plan;
  const startedMs = ticker.monotonicMs();
  let dispatchedMs: number | null = null;
  const lost = { tokensIn: 0, tokensOut: 0 };
  for (let attempts = 1; ; attempts += 1) {
    const permit = await plan.limiter.acquire(plan.runId, plan.estimatedTokens, signal);
    dispatchedMs ??= ticker.monotonicMs();
    try {
      const { value, tokens } = await attempt(signal);
      permit.release({ tokens, limited: false });
      return { ok: true, value, attempts, delayMs: ticker.monotonicMs() - startedMs };
    } catch (error) {
      const fault = signal?.aborted ? null : attemptFault(error, ticker.nowMs());
      permit.release({
        tokens: fault?.limited ? 0 : plan.estimatedTokens,
        limited: fault?.limited ?? false,
        retryAfterMs: fault?.retryAfterMs ?? 0,
      });
      signal?.throwIfAborted();
      if (fault === null) throw error;
      if (error instanceof ReplyUnreadable) {
        lost.tokensIn += error.tokensIn;
        lost.tokensOut += error.tokensOut;
      }
      const waitMs = waitBefore(attempts, fault, plan.key);
      const isLate = ticker.monotonicMs() - dispatchedMs + waitMs >= plan.totalMs;
      if (!fault.retryable || attempts >= plan.maxAttempts || isLate) {
        return { ok: false, fault, attempts, delayMs: ticker.monotonicMs() - startedMs, ...lost };
      }
      await wait(ticker, waitMs, signal);
    }
  }
}

/** The provider's hint where it gave one, bounded; else doubling. Jitter keeps a wave from coming back as a wave. */
function waitBefore(attempts: number, fault: AttemptFault, key: string): number {
  const jitter = seededRng(`retry/${key}/${attempts}`).nextFloat();
  if (fault.retryAfterMs !== null) return Math.min(HINT_MS_MAX, fault.retryAfterMs) * (1 + 0.1 * jitter);
  return Math.min(BACKOFF_MS_MAX, BACKOFF_FIRST_MS * 2 ** (attempts - 1)) * (0.5 + 0.5 * jitter);
}
