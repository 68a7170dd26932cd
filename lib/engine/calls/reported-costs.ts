import type { Amount } from '@/lib/engine/limits/budget';
import type { JournaledAnswer } from '@/lib/ports/journal';
import type { DescribedCall } from './describe-call';

/**
 * What an evaluator outside may cost next. No price says it beforehand, so the dearest answer so far is what the next
 * call reserves: a dollar cap is passed by the calls that are in flight before the first answer, and by nothing later
 * that costs no more than what was seen. Once the cap is reached, no further call of that price is sent.
 */
export interface ReportedCosts {
  note(call: DescribedCall, answer: Pick<JournaledAnswer, 'costUsd'>): void;
  /** The ceiling of a call, raised to the dearest answer of its kind. */
  within(planned: { readonly call: DescribedCall; readonly ceiling: Amount }): Amount;
}

export function makeReportedCosts(): ReportedCosts {
  let dearestUsd = 0;
  return {
    note({ request }, { costUsd }) {
      if (request.purpose === 'environment') dearestUsd = Math.max(dearestUsd, costUsd ?? 0);
    },
    within({ call, ceiling }) {
      if (call.request.purpose !== 'environment') return ceiling;
      return { ...ceiling, usd: Math.max(ceiling.usd, dearestUsd) };
    },
  };
}
