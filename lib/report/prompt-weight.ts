import type { ModelBinding } from '@/lib/domain/manifest';
import { type AddedLatency, type AddedUsd, addedTokens, type PromptTokens } from '@/lib/domain/prompt-weight';
import { quantileBounds } from '@/lib/stats/quantile-sequence';
import { median } from '@/lib/stats/summary';

/**
 * The weight of a learned prompt: what each later call pays for it in tokens, dollars and time. Tokens and dollars
 * follow from the two texts and the pinned price. Time is measured: held-out examples that both prompts answered, one
 * difference an example, and the median of these differences.
 *
 *     usd per 1,000 calls = added tokens x price per million / 1,000
 *     latency             = median(learned_i - baseline_i), with the bounds of a quantile (`quantile-sequence`, alpha
 *                           0.025 on each side), which are true for any distribution and any number of looks
 *
 * A practice model's delays are made up, so they measure nothing. Cost: sorting the differences.
 */
type Price = Pick<ModelBinding, 'usdPerMillionIn' | 'usdPerMillionCached'>;

const ALPHA = 0.025;

export function addedUsdPer1000Calls(tokens: PromptTokens, price: Price): AddedUsd {
  const usd = (perMillion: number | null) =>
    perMillion === null ? null : (addedTokens(tokens) * perMillion) / 1000;
  return { uncached: usd(price.usdPerMillionIn), cached: usd(price.usdPerMillionCached) };
}

/** Delay of each held-out example under one prompt, by the example's id. */
export type DelaysById = ReadonlyMap<string, number>;

export function addedLatency(
  { baseline, learned }: { readonly baseline: DelaysById; readonly learned: DelaysById },
  { isPractice }: { readonly isPractice: boolean },
): AddedLatency {
  if (isPractice) return { state: 'notMeasured', reason: 'practice' };
  const differences = [...learned].flatMap(([id, delay]) => {
    const before = baseline.get(id);
    return before === undefined ? [] : [delay - before];
  });
  const n = differences.length;
  const middle = median(differences);
  if (middle === undefined) return { state: 'notMeasured', reason: 'noDelays' };
  const bounds = quantileBounds(differences, { q: 0.5, alpha: ALPHA, planned: n });
  return {
    state: 'measured',
    medianMs: middle,
    lowerMs: bounds?.lower ?? null,
    upperMs: bounds?.upper ?? null,
    n,
  };
}
