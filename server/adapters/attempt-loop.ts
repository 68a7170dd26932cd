import { seededRng } from '@/lib/random/seeded-rng';
import { type AttemptFault, attemptFault, ReplyUnreadable } from './attempt-fault';
import type { Patience, ProviderHealth } from './provider-health';
import type { ProviderLimiter } from './provider-limiter';
import { type Ticker, wait } from './ticker';

/**
 * Tries a call until it is answered, cannot be helped, or time or tries run out. Each try takes its own permit, so a
 * call that waits for its next try blocks no other call. With patience, tries do not run out while the provider is away
 * altogether: the call waits for its return. Throws only for the caller's own abort, for PROVIDER_AWAY and for broken
 * programs.
 */
export interface AttemptPlan {
  readonly limiter: ProviderLimiter;
  readonly health: ProviderHealth;
  /** Absent: the call fails when its tries run out, even while the provider is away. */
  readonly patience?: Patience | undefined;
  /** Sends the provider a harmless request, to learn whether it answers at all. */
  readonly knock: () => Promise<boolean>;
  readonly ticker: Ticker;
  readonly runId: string;
  /** Names the call; seeds the jitter, so that a twin waits the same. */
  readonly key: string;
  readonly estimatedTokens: number;
  readonly maxAttempts: number;
  /** From the first dispatch, an absence of the provider not counted; no try begins after it. */
  readonly totalMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Tried<T> {
  readonly value: T;
  /** Tokens that the call used, for the limiter. */
  readonly tokens: number;
}

export type AttemptsResult<T> = Timing &
  (
    | { readonly ok: true; readonly value: T }
    | {
        readonly ok: false;
        readonly fault: AttemptFault;
        /** Tokens spent on unreadable answers. */
        readonly tokensIn: number;
        readonly tokensOut: number;
      }
  );

interface Timing {
  readonly attempts: number;
  readonly delayMs: number;
  /** Part of the delay for which the provider was away. */
  readonly awayMs: number;
}

const BACKOFF_FIRST_MS = 500;
const BACKOFF_MS_MAX = 30_000;
const HINT_MS_MAX = 120_000;

type Attempt<T> = (signal: AbortSignal | undefined) => Promise<Tried<T>>;

/** State of a call between two tries. */
interface Course {
  readonly startedMs: number;
  dispatchedMs: number | null;
  attempts: number;
  /** Tries that count: those made while the provider was away do not. */
  counted: number;
  awayMs: number;
  mayBePaid: boolean;
  /** When the tries ran out, last. */
  spentMs: number | null;
  readonly lost: { tokensIn: number; tokensOut: number };
}

export async function attemptRepeatedly<T>(
  plan: AttemptPlan,
  attempt: Attempt<T>,
): Promise<AttemptsResult<T>> {
  const { ticker } = plan;
  const course: Course = {
    startedMs: ticker.monotonicMs(),
    dispatchedMs: null,
    attempts: 0,
    counted: 0,
    awayMs: 0,
    mayBePaid: false,
    spentMs: null,
    lost: { tokensIn: 0, tokensOut: 0 },
  };
  const timing = () => ({
    attempts: course.attempts,
    delayMs: ticker.monotonicMs() - course.startedMs,
    awayMs: course.awayMs,
  });
  for (;;) {
    await untilPresent(plan, course);
    const tried = await attemptOnce(plan, course, attempt);
    if (tried.ok) return { ok: true, value: tried.value, ...timing() };
    const { fault } = tried;
    const next = await nextStep(plan, course, fault);
    if (next === 'giveUp') return { ok: false, fault, ...course.lost, ...timing() };
    if (next !== 'untilBack') await wait(ticker, next, plan.signal);
  }
}

async function untilPresent({ health, patience }: AttemptPlan, course: Course): Promise<void> {
  if (!patience || !health.isAway) return;
  course.awayMs += await health.untilTurn({ ...patience, mayBePaid: course.mayBePaid });
}

async function attemptOnce<T>(
  plan: AttemptPlan,
  course: Course,
  attempt: Attempt<T>,
): Promise<{ ok: true; value: T } | { ok: false; fault: AttemptFault }> {
  const { health, ticker, signal } = plan;
  const permit = await plan.limiter.acquire(plan.runId, plan.estimatedTokens, signal).catch((error) => {
    health.noteNothing();
    throw error;
  });
  const startedMs = ticker.monotonicMs();
  course.dispatchedMs ??= startedMs;
  course.attempts += 1;
  course.counted += 1;
  try {
    const { value, tokens } = await attempt(signal);
    permit.release({ tokens, limited: false });
    health.noteAnswer();
    return { ok: true, value };
  } catch (error) {
    const fault = signal?.aborted ? null : attemptFault(error, ticker.nowMs());
    permit.release({
      tokens: fault?.limited ? 0 : plan.estimatedTokens,
      limited: fault?.limited ?? false,
      retryAfterMs: fault?.retryAfterMs ?? 0,
    });
    if (fault === null) {
      health.noteNothing();
      signal?.throwIfAborted();
      throw error;
    }
    if (fault.sign) health.noteFailure(fault.sign, { key: plan.key, startedMs });
    else if (fault.cause.code !== 'rejected' || fault.status !== null) health.noteAnswer();
    course.mayBePaid ||= fault.mayBePaid;
    if (error instanceof ReplyUnreadable) {
      course.lost.tokensIn += error.tokensIn;
      course.lost.tokensOut += error.tokensOut;
    }
    return { ok: false, fault };
  }
}

/** How long to wait before the next try, or why there is none. */
async function nextStep(
  plan: AttemptPlan,
  course: Course,
  fault: AttemptFault,
): Promise<number | 'giveUp' | 'untilBack'> {
  const waitMs = waitBefore(course.attempts, fault, plan.key);
  const dispatchedMs = course.dispatchedMs ?? course.startedMs;
  const tookMs = plan.ticker.monotonicMs() - dispatchedMs - course.awayMs;
  const isSpent = course.counted >= plan.maxAttempts || tookMs + waitMs >= plan.totalMs;
  if (!fault.retryable) return 'giveUp';
  if (!plan.patience || fault.sign === null) return isSpent ? 'giveUp' : waitMs;
  if (plan.health.isAway) {
    course.counted = 0;
    return 'untilBack';
  }
  if (!isSpent) return waitMs;
  if (fault.sign === 'absent') {
    // Tried on until others are answered between two tries, which makes it this call's own matter, or until the
    // provider's health says that it is away. Answers from before count for nothing: it may have left since.
    if (course.spentMs !== null && plan.health.answeredSince(course.spentMs)) return 'giveUp';
    course.spentMs = plan.ticker.monotonicMs();
    return waitMs;
  }
  if (await plan.knock()) return 'giveUp';
  plan.health.declareAway();
  course.counted = 0;
  return 'untilBack';
}

/** The provider's hint where it gave one, bounded; else doubling. Jitter keeps a wave from coming back as a wave. */
function waitBefore(attempts: number, fault: AttemptFault, key: string): number {
  const jitter = seededRng(`retry/${key}/${attempts}`).nextFloat();
  if (fault.retryAfterMs !== null) return Math.min(HINT_MS_MAX, fault.retryAfterMs) * (1 + 0.1 * jitter);
  return Math.min(BACKOFF_MS_MAX, BACKOFF_FIRST_MS * 2 ** (attempts - 1)) * (0.5 + 0.5 * jitter);
}
