import type { RolloutLimits } from '@/lib/domain/agent';

/**
 * Amounts that one attempt of a rollout has used of its limits, and reservations of calls in flight. A call
 * is reserved at its maximum and settled at its actual cost, so for any order of calls and ends the limits
 * hold as long as no call exceeds its reservation.
 */
export interface CallAmount {
  readonly tokens: number;
  /** 0 where the model has no price: such a rollout has no cap in dollars. */
  readonly usd: number;
}

export type Reserved =
  | { readonly ok: true }
  | { readonly ok: false; readonly limit: 'modelCalls' | 'tokens' | 'usd' };

/** Sums of dollars drift; a limit is not passed by less than this. */
const USD_TOLERANCE = 1e-9;

export class RolloutBook {
  #calls = 0;
  #tokens = 0;
  #usd = 0;

  constructor(private readonly limits: Pick<RolloutLimits, 'modelCalls' | 'tokens' | 'usd'>) {}

  /** Used and reserved together. */
  get taken(): { readonly calls: number; readonly tokens: number; readonly usd: number } {
    return { calls: this.#calls, tokens: this.#tokens, usd: this.#usd };
  }

  reserve({ tokens, usd }: CallAmount): Reserved {
    const { limits } = this;
    if (this.#calls + 1 > limits.modelCalls) return { ok: false, limit: 'modelCalls' };
    if (this.#tokens + tokens > limits.tokens) return { ok: false, limit: 'tokens' };
    if (limits.usd !== null && this.#usd + usd > limits.usd + USD_TOLERANCE)
      return { ok: false, limit: 'usd' };
    this.add({ tokens, usd });
    return { ok: true };
  }

  /** A call of earlier: its use, or its reservation where its end is not known. */
  add({ tokens, usd }: CallAmount): void {
    this.#calls += 1;
    this.#tokens += tokens;
    this.#usd += usd;
  }

  /** A call that failed at the provider stays counted, at no tokens. */
  settle(reserved: CallAmount, used: CallAmount): void {
    this.#tokens += used.tokens - reserved.tokens;
    this.#usd += used.usd - reserved.usd;
  }
}
