import type { Cause } from '@/lib/domain/cause';
import type { ModelOutcome } from '@/lib/ports/language-model';

/** Why an outcome holds nothing to read, or null when it does. A reply that was cut off is never read, even in part. */
export function outcomeCause(outcome: ModelOutcome): Cause | null {
  if (!outcome.ok) return outcome.cause;
  if (outcome.finishReason === 'length') {
    return { code: 'cutOff', message: 'The reply was cut off at its token limit.' };
  }
  if (outcome.finishReason === 'filtered') {
    return { code: 'filtered', message: "The provider's filter stopped the reply." };
  }
  if (outcome.text.trim() === '') return { code: 'empty', message: 'The reply was empty.' };
  return null;
}
