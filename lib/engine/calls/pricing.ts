import type { ModelBinding } from '@/lib/domain/manifest';
import { toNanodollars } from '@/lib/domain/spend';
import { TEMPLATE_TOKENS } from '@/lib/domain/template-tokens';
import type { ModelOutcome } from '@/lib/ports/language-model';

/** Tokens of one answer as the provider counted them; cached ones are part of `tokensIn`. */
export interface TokenUse {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
}

/** Cost that an answer reports, in dollars to nine decimals; undefined where it reports none. */
export function reportedUsd(outcome: ModelOutcome | null): number | undefined {
  const usd = outcome?.reportedUsd;
  return usd === undefined ? undefined : toNanodollars(usd);
}

const MILLION = 1_000_000;

/**
 * List price of an answer, as if no cache had helped: what every comparison uses (rulings J5).
 * Null when the model has no price; a dollar cap is refused for such a model before the run starts.
 */
export function listPriceUsd(
  binding: Pick<ModelBinding, 'usdPerMillionIn' | 'usdPerMillionOut'>,
  use: TokenUse,
): number | null {
  if (binding.usdPerMillionIn === null || binding.usdPerMillionOut === null) return null;
  const usd = (use.tokensIn * binding.usdPerMillionIn + use.tokensOut * binding.usdPerMillionOut) / MILLION;
  return toNanodollars(usd);
}

/** Price paid for an answer: cached prompt tokens at their own price, where the provider has one. */
export function paidUsd(binding: ModelBinding, use: TokenUse): number | null {
  const list = listPriceUsd(binding, use);
  if (list === null || binding.usdPerMillionIn === null || binding.usdPerMillionCached === null) return list;
  const saved = (use.tokensCached * (binding.usdPerMillionIn - binding.usdPerMillionCached)) / MILLION;
  return toNanodollars(list - saved);
}

/**
 * The most that a call can cost, for the reservation before dispatch. A token holds at least one byte, so the
 * prompt's bytes bound its tokens from above whatever the tokenizer; the answer is bounded by the token limit.
 */
export function ceilingOf(
  binding: ModelBinding,
  promptBytes: number,
): { readonly tokens: number; readonly usd: number; readonly gpuSeconds: number } {
  const tokensIn = promptBytes === 0 ? 0 : promptBytes + TEMPLATE_TOKENS;
  const use = { tokensIn, tokensOut: binding.maxTokens, tokensCached: 0 };
  return {
    tokens: use.tokensIn + use.tokensOut,
    usd: listPriceUsd(binding, use) ?? 0,
    gpuSeconds: gpuSeconds(binding, Number.POSITIVE_INFINITY) ?? 0,
  };
}

/**
 * Accelerator time of a call: accelerators that it keeps busy (the provider's profile declares them) times seconds.
 * Null = not measured. Waiting in our own queue counts too, so it errs on the dear side; never above the time-out.
 */
export function gpuSeconds(binding: ModelBinding, delayMs: number): number | null {
  if (binding.acceleratorsPerCall === undefined || binding.acceleratorsPerCall === null) return null;
  return (binding.acceleratorsPerCall * Math.min(delayMs, binding.callTimeoutMs ?? 0)) / 1000;
}
