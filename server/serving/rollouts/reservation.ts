import { outputMaxOf } from '@/lib/dialects/pinning';
import type { JsonObject } from '@/lib/domain/json';
import type { ModelBinding } from '@/lib/domain/manifest';
import type { CallUsage } from '@/lib/domain/model-call';
import { listPriceUsd, paidUsd } from '@/lib/engine/calls/pricing';
import type { CallAmount, Reserved, RolloutBook } from '@/lib/evaluation/rollout-book';
import type { CallCost } from '@/server/repositories/agent-calls';

/**
 * The most that a call can take. No token is shorter than a byte, so the bytes of the body bound its tokens without
 * counting; only where that bound does not fit into what is left are the tokens counted, with a margin for providers that
 * cut text finer than our tokenizer does.
 */
const FINER = 1.5;

export interface CallReservation {
  readonly reserved: Reserved;
  readonly amount: CallAmount;
  readonly cost: CallCost;
}

export async function reserveCall(
  book: RolloutBook,
  binding: ModelBinding,
  sent: { readonly text: string; readonly body: JsonObject },
): Promise<CallReservation> {
  const tokensOut =
    outputMaxOf(sent.body, 'max_tokens', 'max_completion_tokens', 'max_output_tokens') ?? binding.maxTokens;
  const bytes = Buffer.byteLength(sent.text);
  const loose = at(binding, bytes, tokensOut);
  const reserved = book.reserve(loose.amount);
  if (reserved.ok || reserved.limit === 'modelCalls') return { reserved, ...loose };
  // Its tables take more memory than the rest of this process.
  const { countTokens } = await import('@/lib/stats/count-tokens');
  const close = at(binding, Math.min(bytes, Math.ceil(countTokens(sent.text) * FINER)), tokensOut);
  return { reserved: book.reserve(close.amount), ...close };
}

function at(binding: ModelBinding, tokensIn: number, tokensOut: number): Omit<CallReservation, 'reserved'> {
  const costUsd = listPriceUsd(binding, { tokensIn, tokensOut, tokensCached: 0 });
  return {
    amount: { tokens: tokensIn + tokensOut, usd: costUsd ?? 0 },
    cost: { tokensIn, tokensOut, tokensCached: 0, costUsd, countedBy: 'reservation' },
  };
}

/** By the provider's own count. */
export function usedCost(binding: ModelBinding, usage: CallUsage): CallCost {
  return { ...usage, costUsd: paidUsd(binding, usage), countedBy: 'proxy' };
}

export const NOTHING_USED: CallCost = {
  ...{ tokensIn: 0, tokensOut: 0, tokensCached: 0 },
  ...{ costUsd: 0, countedBy: 'proxy' },
};

export const amountOf = ({ tokensIn, tokensOut, costUsd }: CallCost): CallAmount => ({
  tokens: tokensIn + tokensOut,
  usd: costUsd ?? 0,
});
