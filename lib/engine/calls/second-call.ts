import { contentHash } from '@/lib/domain/content-hash';
import type { Amount } from '@/lib/engine/limits/budget';
import { AppError } from '@/lib/errors/app-error';
import type { ModelOutcome } from '@/lib/ports/language-model';
import type { DescribedCall } from './describe-call';
import { paidUsd, reportedUsd } from './pricing';

/** The second call of a hedged race: what goes out, and what is assumed of the call that lost. */

/** Its own key, or a provider that keeps its promise would give both calls one answer. */
export function secondRequest({ request }: DescribedCall) {
  return { ...request, idempotencyKey: contentHash(`${request.idempotencyKey}/hedge`).slice(0, 40) };
}

/** What an aborted call cost nobody knows: its ceiling. One that failed by itself says what it used. */
export function bookedFor(loser: ModelOutcome | null, call: DescribedCall, ceiling: Amount) {
  if (loser === null) return { tokens: ceiling.tokens, usd: ceiling.usd };
  const { tokensIn, tokensOut } = loser;
  const tokensCached = loser.ok ? loser.tokensCached : 0;
  return {
    tokens: tokensIn + tokensOut,
    usd: reportedUsd(loser) ?? paidUsd(call.binding, { tokensIn, tokensOut, tokensCached }) ?? 0,
  };
}

/** A provider that went away under two calls: neither is known not to have been taken. */
export function maybePaid(error: unknown): unknown {
  if (!AppError.is(error, 'PROVIDER_AWAY')) return error;
  return new AppError(error.code, error.message, {
    cause: error,
    context: { ...error.context, mayBePaid: true },
  });
}
