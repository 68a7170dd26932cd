import type { Ticker } from './ticker';

/** Ten seconds' worth may go out at once; after that the pace is even. */
const BURST_S = 10;

/** A bucket that refills evenly; it may go into debt by a correction, which later calls wait off. */
export class RateBucket {
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
    if (perMinute === this.#perMinute) return;
    this.#fill();
    this.#perMinute = perMinute;
    this.#level = Math.min(this.#level, this.#capacity());
  }

  /** Others have had their burst already. */
  empty(): void {
    this.#fill();
    this.#level = Math.min(this.#level, 0);
  }

  /** Time until a call of this size may be sent; a call larger than the bucket waits for a full bucket. */
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
