import { RateBucket } from './rate-bucket';
import type { Ticker } from './ticker';

/**
 * One provider's limits, or this process's share of them, shared by all runs of this process and fair between them: requests and tokens a minute as
 * buckets that refill evenly, a ceiling on calls in flight that shrinks on 429 and grows back on success, and a
 * queue a run, served in turn. Knows nothing of what a call is. Waiting costs no polling: one timer at most.
 */
export interface LimiterSettings {
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly concurrency: number;
}

export interface Permit {
  /** To be called exactly once. `tokens` is what the call really used. */
  release(result: {
    readonly tokens: number;
    readonly limited: boolean;
    readonly retryAfterMs?: number;
  }): void;
}

const PAUSE_MS_MAX = 120_000;
/** One 429 of a wave shrinks the ceiling; the others of the same wave say the same thing again. */
const SHRINK_EVERY_MS = 1000;
const SHRINK_TO = 0.7;

/** For so long after its last call a provider counts as in use, so that a short gap gives no share away. */
const IN_USE_MS = 10_000;
/** Against 1/3 + 1/3 + 1/3 losing a call to rounding. */
const EPSILON = 1e-9;

/** Rounded down, so that the shares of all workers stay within the limit; at least one where limits are that small. */
function mostInFlight(concurrency: number, share: number): number {
  return share === 0 ? 0 : Math.max(1, Math.floor(concurrency * share + EPSILON));
}

const times = (perMinute: number | null, share: number) => (perMinute === null ? null : perMinute * share);

interface Waiting {
  readonly tokens: number;
  readonly grant: (permit: Permit) => void;
}

export class ProviderLimiter {
  readonly #ticker: Ticker;
  #settings: LimiterSettings;
  /** In order of their turn; a run that was served goes to the end. */
  readonly #queues = new Map<string, Waiting[]>();
  readonly #requests: RateBucket;
  readonly #tokens: RateBucket;
  #ceiling: number;
  #inFlight = 0;
  #successes = 0;
  #pausedUntilMs = 0;
  #shrunkAtMs = Number.NEGATIVE_INFINITY;
  #takeBackTimer: (() => void) | null = null;
  #share = 1;
  #ask: (() => void) | null = null;
  #usedAtMs = Number.NEGATIVE_INFINITY;

  constructor(settings: LimiterSettings, ticker: Ticker) {
    this.#settings = settings;
    this.#ticker = ticker;
    this.#ceiling = settings.concurrency;
    this.#requests = new RateBucket(settings.requestsPerMinute, ticker);
    this.#tokens = new RateBucket(settings.tokensPerMinute, ticker);
  }

  get concurrency(): number {
    return this.#settings.concurrency;
  }

  /** Calls in flight that are allowed at present. */
  get ceiling(): number {
    return this.#ceiling;
  }

  /** Applies newly saved limits; calls in flight are not touched. */
  configure(settings: LimiterSettings): void {
    this.#apply(settings, this.#share);
  }

  /**
   * Holds every call until `setShare` has given this process a share; `ask` is called whenever a call
   * waits for one.
   */
  awaitShare(ask: () => void): void {
    this.#ask = ask;
    this.#share = 0;
    this.#ceiling = 0;
  }

  /** The part of the limits that this process may use, 0..1; 0 = wait. Alone, it may begin with a full bucket. */
  setShare(share: number, { isAlone = false }: { readonly isAlone?: boolean } = {}): void {
    const isFirst = this.#share === 0 && share > 0;
    this.#apply(this.#settings, share);
    if (isFirst && !isAlone) for (const bucket of [this.#requests, this.#tokens]) bucket.empty();
    if (share === 0 && this.#queues.size > 0) this.#ask?.();
  }

  /** Takes up and hands out again as if there had never been others. */
  stopSharing(): void {
    this.#ask = null;
    this.setShare(1, { isAlone: true });
  }

  /** Calls are under way or waiting, or were a moment ago. */
  isInUse(): boolean {
    const isBusy = this.#inFlight > 0 || this.#queues.size > 0;
    return isBusy || this.#ticker.monotonicMs() - this.#usedAtMs < IN_USE_MS;
  }

  /** The part of the whole concurrency that calls under way take up. */
  get inFlightShare(): number {
    return this.#inFlight / this.#settings.concurrency;
  }

  #apply(settings: LimiterSettings, share: number): void {
    const before = mostInFlight(this.#settings.concurrency, this.#share);
    const most = mostInFlight(settings.concurrency, share);
    // A ceiling that 429 has lowered stays low; it grows back by success.
    if (most !== before) this.#ceiling = this.#ceiling === before ? most : Math.min(this.#ceiling, most);
    if (this.#ceiling === 0) this.#ceiling = most;
    this.#settings = settings;
    this.#share = share;
    if (share > 0) {
      this.#requests.configure(times(settings.requestsPerMinute, share));
      this.#tokens.configure(times(settings.tokensPerMinute, share));
    }
    this.#serve();
  }

  /** Resolves when the call may go out; rejects with the signal's reason when it aborts before. */
  acquire(runId: string, tokens: number, signal?: AbortSignal): Promise<Permit> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const leave = () => {
        this.#leave(runId, waiting);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        tokens,
        grant: (permit) => {
          signal?.removeEventListener('abort', leave);
          resolve(permit);
        },
      };
      const queue = this.#queues.get(runId);
      if (queue) queue.push(waiting);
      else this.#queues.set(runId, [waiting]);
      signal?.addEventListener('abort', leave, { once: true });
      if (this.#share === 0) this.#ask?.();
      this.#serve();
    });
  }

  #leave(runId: string, waiting: Waiting): void {
    const left = (this.#queues.get(runId) ?? []).filter((other) => other !== waiting);
    if (left.length === 0) this.#queues.delete(runId);
    else this.#queues.set(runId, left);
  }

  #serve(): void {
    this.#takeBackTimer?.();
    this.#takeBackTimer = null;
    while (this.#inFlight < this.#ceiling) {
      const next = this.#queues.entries().next().value;
      if (next === undefined) return;
      const [runId, queue] = next;
      const first = queue[0];
      if (first === undefined) return;
      const waitMs = Math.max(
        this.#pausedUntilMs - this.#ticker.monotonicMs(),
        this.#requests.waitMs(1),
        this.#tokens.waitMs(first.tokens),
      );
      if (waitMs > 0) {
        this.#takeBackTimer = this.#ticker.after(waitMs, () => this.#serve());
        return;
      }
      this.#queues.delete(runId);
      if (queue.length > 1) this.#queues.set(runId, queue.slice(1));
      this.#grant(first);
    }
  }

  #grant(waiting: Waiting): void {
    this.#requests.take(1);
    this.#tokens.take(waiting.tokens);
    this.#inFlight += 1;
    let isReleased = false;
    waiting.grant({
      release: ({ tokens, limited, retryAfterMs }) => {
        if (isReleased) return;
        isReleased = true;
        this.#inFlight -= 1;
        this.#usedAtMs = this.#ticker.monotonicMs();
        this.#tokens.take(tokens - waiting.tokens);
        if (limited) this.#shrink(retryAfterMs ?? 0);
        else this.#grow();
        this.#serve();
      },
    });
  }

  #shrink(retryAfterMs: number): void {
    const now = this.#ticker.monotonicMs();
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, now + Math.min(PAUSE_MS_MAX, retryAfterMs));
    this.#successes = 0;
    if (now - this.#shrunkAtMs < SHRINK_EVERY_MS) return;
    this.#shrunkAtMs = now;
    this.#ceiling = Math.min(this.#ceiling, Math.max(1, Math.floor(this.#ceiling * SHRINK_TO)));
  }

  /** One more call in flight after as many successes as are in flight: back within seconds, without a new wave. */
  #grow(): void {
    this.#successes += 1;
    if (
      this.#successes < this.#ceiling ||
      this.#ceiling >= mostInFlight(this.#settings.concurrency, this.#share)
    )
      return;
    this.#successes = 0;
    this.#ceiling += 1;
  }
}
