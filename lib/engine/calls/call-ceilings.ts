import type { Amount } from '@/lib/engine/limits/budget';
import type { JournaledAnswer } from '@/lib/ports/journal';
import { rolloutsOf } from './call-account';
import type { DescribedCall } from './describe-call';
import { ceilingOf } from './pricing';

/**
 * The most that a call is reserved to cost. A model's price bounds it beforehand; an evaluator outside only says what it
 * cost, so the dearest answer so far is what its next call reserves. A dollar cap is passed by the calls in flight before
 * the first answer, and by nothing later that costs no more than what was seen.
 */
export interface CallCeilings {
  of(call: DescribedCall): Amount;
  note(call: DescribedCall, answer: Pick<JournaledAnswer, 'costUsd'>): void;
}

export function makeCallCeilings(): CallCeilings {
  let dearestUsd = 0;
  return {
    of(call) {
      const { binding, promptBytes } = call;
      const ceiling = { ...ceilingOf(binding, promptBytes), ...call.ceiling, rollouts: rolloutsOf(call) };
      return isOutside(call) ? { ...ceiling, usd: Math.max(ceiling.usd, dearestUsd) } : ceiling;
    },
    note(call, { costUsd }) {
      if (isOutside(call)) dearestUsd = Math.max(dearestUsd, costUsd ?? 0);
    },
  };
}

const isOutside = ({ request }: DescribedCall): boolean => request.purpose === 'environment';
