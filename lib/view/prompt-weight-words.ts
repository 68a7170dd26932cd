import { type AddedLatency, type AddedUsd, addedTokens, type PromptTokens } from '@/lib/domain/prompt-weight';
import { formatCount, formatUsd } from './numbers';

/** The weight of a prompt in words: tokens, dollars per 1,000 calls, and added time. */

const signed = (value: number, say: (value: number) => string): string =>
  value === 0 ? 'no change' : `${value > 0 ? '+' : '−'}${say(Math.abs(value))}`;

/** "+600 tokens a call (300 → 900), +$0.09 per 1,000 calls ($0.01 from the cache)." */
export function addedWords(tokens: PromptTokens, usd: AddedUsd | null): string {
  const { baseline, learned } = tokens;
  const added = signed(addedTokens(tokens), (value) => `${formatCount(value)} tokens a call`);
  return `${added} (${formatCount(baseline)} → ${formatCount(learned)}), ${usdWords(usd)}.`;
}

export function usdWords(usd: AddedUsd | null): string {
  if (usd === null || usd.uncached === null) return 'price unknown';
  const cached = usd.cached === null ? '' : ` (${signed(usd.cached, formatUsd)} from the cache)`;
  return `${signed(usd.uncached, formatUsd)} per 1,000 calls${cached}`;
}

const REASONS = {
  practice: 'not measured: delays of the practice model are made up',
  noDelays: 'not measured: no held-out example has a delay under both prompts',
} as const;

export function latencyWords(latency: AddedLatency): string {
  if (latency.state === 'notMeasured') return REASONS[latency.reason];
  const { medianMs, lowerMs, upperMs, n } = latency;
  const ms = (value: number) => signed(Math.round(value), (whole) => `${formatCount(whole)} ms`);
  const interval =
    lowerMs === null || upperMs === null ? 'too few for an interval' : `${ms(lowerMs)} to ${ms(upperMs)}`;
  return `${ms(medianMs)} a call in the median (${interval}, n = ${formatCount(n)})`;
}
