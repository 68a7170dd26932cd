import type { Ticker } from './ticker';

/**
 * One provider's limits, shared by all runs of this process and fair between them: requests and tokens a minute as
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

/** Ten seconds' worth may go out at once; after that the pace is even. */
const BURST_S = 10;
const PAUSE_MS_MAX = 120_000;
/** One 429 of a wave shrinks the ceiling; the others of the same wave say the same thing again. */
const SHRINK_EVERY_MS = 1000;
const SHRINK_TO = 0.7;

interface Waiting {
  readonly tokens: number;
  readonly grant: (permit: Permit) => void;
}

export class ProviderLimiter {
  readonly #ticker: Ticker;
  #settings: LimiterSettings;
  /** In order of their turn; a run that was served goes to the end. */
  readonly #queues = new Map<string, Waiting[]>();
  readonly #requests: Bucket;
  readonly #tokens: Bucket;
  #ceiling: number;
  #inFlight = 0;
  #successes = 0;
  #pausedUntilMs = 0;
  #shrunkAtMs = Number.NEGATIVE_INFINITY;
  #takeBackTimer: (() => void) | null = null;

  constructor(settings: LimiterSettings, ticker: Ticker) {
    this.#settings = settings;
    this.#ticker = ticker;
    this.#ceiling = settings.concurrency;
    this.#requests = new Bucket(settings.requestsPerMinute, ticker);
    this.#tokens = new Bucket(settings.tokensPerMinute, ticker);
  }

  /** Calls in flight that are allowed at present. */
  get ceiling(): number {
    return this.#ceiling;
  }

  /** New limits, as somebody saved them; calls in flight are not touched. */
  configure(settings: LimiterSettings): void {
    const { requestsPerMinute, tokensPerMinute, concurrency } = this.#settings;
    if (concurrency !== settings.concurrency) this.#ceiling = settings.concurrency;
    if (requestsPerMinute !== settings.requestsPerMinute)
      this.#requests.configure(settings.requestsPerMinute);
    if (tokensPerMinute !== settings.tokensPerMinute) this.#tokens.configure(settings.tokensPerMinute);
    this.#settings = settings;
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
    this.#ceiling = Math.max(1, Math.floor(this.#ceiling * SHRINK_TO));
  }

  /** One more call in flight after as many successes as are in flight: back within seconds, without a new wave. */
  #grow(): void {
    this.#successes += 1;
    if (this.#successes < this.#ceiling || this.#ceiling >= this.#settings.concurrency) return;
    this.#successes = 0;
    this.#ceiling += 1;
  }
}

/** A bucket that refills evenly. It may go into debt by a correction, which later calls wait off. */
class Bucket {
  readonly #ticker: Ticker;
  #perMinute: number | null;
  #level: number;
  #filledAtMs: number;

  constructor(perMinute: number | null, ticker: Ticker) {
    this.#ticker = ticker;
    this.#perMinute = perMinute;
    this.#level = this.#capacity();
    this.#filledAtMs = ticker.monotonicMs();
  }

  configure(perMinute: number | null): void {
    this.#perMinute = perMinute;
    this.#level = Math.min(this.#level, this.#capacity());
    this.#filledAtMs = this.#ticker.monotonicMs();
  }

  /** A call larger than the whole bucket goes out when the bucket is full. */
  waitMs(amount: number): number {
    if (this.#perMinute === null) return 0;
    this.#fill();
    const missing = Math.min(amount, this.#capacity()) - this.#level;
    return missing <= 1e-9 ? 0 : Math.ceil((missing / this.#perMinute) * 60_000);
  }

  take(amount: number): void {
    if (this.#perMinute === null) return;
    this.#fill();
    this.#level = Math.min(this.#capacity(), this.#level - amount);
  }

  #fill(): void {
    const now = this.#ticker.monotonicMs();
    const gained = ((now - this.#filledAtMs) / 60_000) * (this.#perMinute ?? 0);
    this.#filledAtMs = now;
    this.#level = Math.min(this.#capacity(), this.#level + gained);
  }

  #capacity(): number {
    return this.#perMinute === null ? 0 : Math.max(1, (this.#perMinute * BURST_S) / 60);
  }
}
