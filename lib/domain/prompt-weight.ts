/**
 * What a prompt adds to each later call, beside the prompt that it replaces. Tokens are of the product's tokenizer
 * (o200k); a provider's own may differ by some per cent.
 */
export interface PromptTokens {
  /** The prompt that it replaces: a slot's live prompt, or the original prompt of a run; 0 = there is none. */
  readonly baseline: number;
  readonly learned: number;
}

/** Dollars per 1,000 calls for the added tokens alone, at pinned prices; null = no such price is known. */
export interface AddedUsd {
  readonly uncached: number | null;
  /** Where the provider keeps the prompt in its cache. */
  readonly cached: number | null;
}

export const addedTokens = ({ baseline, learned }: PromptTokens): number => learned - baseline;

/** Measured time that a prompt adds to a call. */
export type AddedLatency =
  | {
      readonly state: 'measured';
      readonly medianMs: number;
      /** Null where too few examples give no bound. */
      readonly lowerMs: number | null;
      readonly upperMs: number | null;
      /** Held-out examples that both prompts answered with a known delay. */
      readonly n: number;
    }
  | { readonly state: 'notMeasured'; readonly reason: 'practice' | 'noDelays' };
