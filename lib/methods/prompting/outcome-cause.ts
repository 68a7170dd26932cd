import type { Cause } from '@/lib/domain/cause';
import type { ModelOutcome } from '@/lib/ports/language-model';

/** Why an outcome holds nothing to read, or null when it does. A reply that was cut off is never read, even in part. */
export function outcomeCause(outcome: ModelOutcome): Cause | null {
  if (!outcome.ok) return outcome.cause;
  if (outcome.finishReason === 'length') return { code: 'cutOff' };
  if (outcome.finishReason === 'filtered') return { code: 'filtered' };
  return outcome.text.trim() === '' ? { code: 'empty' } : null;
}
