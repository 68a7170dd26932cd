import type { Cause } from '@/lib/domain/cause';
import { type ContextWindow, contextCause, contextOverrun } from '@/lib/domain/context-window';
import type { ModelBinding } from '@/lib/domain/manifest';
import { NO_SPEND, type Spend } from '@/lib/domain/spend';
import type { Amount } from '@/lib/engine/limits/budget';
import { TRACE_ORIGIN } from '@/lib/evaluation/trace-call';
import type { Asked, AskRequest } from '@/lib/methods/method';
import {
  type AnswerRecord,
  type CallKey,
  callKeyText,
  type JournaledAnswer,
  type SentRequest,
} from '@/lib/ports/journal';
import type { ChatMessage, ModelOutcome } from '@/lib/ports/language-model';
import type { DescribedCall } from './describe-call';
import { gpuSeconds, listPriceUsd, paidUsd, reportedUsd } from './pricing';

/** Reservation of a call and use of an answer, as the journal, the caps and the ledger count them. */

/** The parts of a call that decide its cost. */
export interface CallShape {
  readonly binding: ModelBinding;
  readonly request: Pick<AskRequest, 'purpose'>;
}

const refused = (cause: Cause): ModelOutcome => ({
  ok: false,
  cause,
  tokensIn: 0,
  tokensOut: 0,
  delayMs: 0,
  attempts: 0,
});

const REFUSED_BY_BUDGET = refused({ code: 'budget' });
const REFUSED_BY_DEADLINE = refused({ code: 'budget', fault: 'late' });

/** Late is said first: where there is no time, room does not matter. */
export const refusedByLimits = (isLate: boolean) => (isLate ? REFUSED_BY_DEADLINE : REFUSED_BY_BUDGET);

/** Null where the model can read the request and reply to it. */
export function refusedByContext(
  binding: ContextWindow,
  messages: readonly ChatMessage[],
): ModelOutcome | null {
  const overrun = contextOverrun(binding, messages);
  return overrun === null ? null : refused(contextCause(overrun));
}

export function sentRequest(call: DescribedCall, reserved: Pick<Amount, 'tokens' | 'usd'>): SentRequest {
  const { request, binding, subject } = call;
  const { role, messages } = request;
  const room = { reservedTokens: reserved.tokens, reservedUsd: reserved.usd };
  return { role, model: binding.model, messages, subject, ...room };
}

export function answerRecord({ binding }: DescribedCall, outcome: ModelOutcome): AnswerRecord {
  const reported = reportedUsd(outcome);
  return {
    outcome,
    costUsd: reported ?? listPriceUsd(binding, tokensOf(outcome)),
    spendUsd: reported ?? paidUsd(binding, tokensOf(outcome)),
  };
}

/** One training example is one rollout, whichever of its rounds this is a call of; a trace that is read is none. */
export function rolloutsOf({ request, binding }: CallShape): number {
  return request.purpose === 'generate' && binding.origin !== TRACE_ORIGIN ? 1 : 0;
}

function tokensOf(outcome: ModelOutcome) {
  return {
    tokensIn: outcome.tokensIn,
    tokensOut: outcome.tokensOut,
    tokensCached: outcome.ok ? outcome.tokensCached : 0,
  };
}

/** A refused call used nothing; it made no attempt. */
export function amountOf(call: CallShape, answer: AnswerRecord): Amount {
  const { outcome, spendUsd } = answer;
  return {
    tokens: outcome.tokensIn + outcome.tokensOut,
    usd: spendUsd ?? 0,
    rollouts: outcome.attempts === 0 ? 0 : rolloutsOf(call),
    gpuSeconds: gpuSecondsOf(call, answer) ?? 0,
  };
}

export function gpuSecondsOf({ binding }: CallShape, { outcome }: AnswerRecord): number | null {
  return gpuSeconds(binding, outcome.delayMs);
}

export function spendOf(call: DescribedCall, answer: JournaledAnswer): Spend {
  const { request } = call;
  return {
    ...NO_SPEND,
    rollouts: rolloutsOf(call),
    evaluationRollouts: request.purpose === 'evaluate' ? 1 : 0,
    calls: 1,
    ...tokensOf(answer.outcome),
    spendUsd: answer.spendUsd ?? 0,
    costUsd: answer.costUsd ?? 0,
  };
}

/** An answer as its asker reads it; a reply that cannot be read joins the calls that failed. */
export function askedOf(
  { key }: DescribedCall,
  answer: JournaledAnswer,
  unusable: (key: CallKey, answer: JournaledAnswer, cause: Cause) => Promise<void>,
): Asked {
  const { outcome, costUsd, worker } = answer;
  return {
    ...{ outcome, callKey: callKeyText(key), costUsd },
    unusable: (cause) => unusable(key, answer, cause),
    ...(worker === undefined ? {} : { worker }),
  };
}
