import { NO_SPEND, type Spend } from '@/lib/domain/spend';
import type { AskRequest } from '@/lib/methods/method';
import type { JournaledAnswer } from '@/lib/ports/journal';
import type { ModelOutcome } from '@/lib/ports/language-model';
import type { Amount } from './budget';
import type { DescribedCall } from './describe-call';
import { gpuSeconds } from './pricing';

/** What one call counts for: in the budget, in the run's spend, and where a cap refuses it. Knows prices from its answer. */

export const REFUSED_BY_BUDGET: ModelOutcome = {
  ok: false,
  cause: { code: 'budget', message: 'A hard cap of the budget left no room for this call.' },
  tokensIn: 0,
  tokensOut: 0,
  delayMs: 0,
  attempts: 0,
};

export const REFUSED_BY_DEADLINE: ModelOutcome = {
  ...REFUSED_BY_BUDGET,
  cause: { code: 'budget', message: 'The deadline left no time for this call.' },
};

/** One training example is one rollout, whichever of its rounds this is a call of. */
export function rolloutsOf({ request }: DescribedCall): number {
  return request.purpose === 'generate' ? 1 : 0;
}

export function tokensOf(outcome: ModelOutcome) {
  return {
    tokensIn: outcome.tokensIn,
    tokensOut: outcome.tokensOut,
    tokensCached: outcome.ok ? outcome.tokensCached : 0,
  };
}

/** A refused call used nothing; it made no attempt. */
export function amountOf(call: DescribedCall, answer: JournaledAnswer): Amount {
  const { outcome, spendUsd } = answer;
  return {
    tokens: outcome.tokensIn + outcome.tokensOut,
    usd: spendUsd ?? 0,
    rollouts: outcome.attempts === 0 ? 0 : rolloutsOf(call),
    gpuSeconds: gpuSeconds(call.binding, outcome.delayMs) ?? 0,
  };
}

export function spendOf(request: AskRequest, answer: JournaledAnswer): Spend {
  return {
    ...NO_SPEND,
    rollouts: request.purpose === 'generate' ? 1 : 0,
    evaluationRollouts: request.purpose === 'evaluate' ? 1 : 0,
    calls: 1,
    ...tokensOf(answer.outcome),
    spendUsd: answer.spendUsd ?? 0,
    costUsd: answer.costUsd ?? 0,
  };
}
