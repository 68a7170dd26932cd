/** Requirements on a batching policy. */
import type { Rule } from './rule';

export const FLUSH_TRIGGERED = {
  id: 'R-080',
  title: 'Something sends waiting requests out',
  code: 'NO_FLUSH_TRIGGER',
  sentence: 'Nothing says when waiting requests go out: every trigger is off.',
  howToProceed: ['Set a queue target, a longest wait, a share of busy lanes or a floor for the variance.'],
} as const satisfies Rule;

export const PREEMPTION_SAID = {
  id: 'R-088',
  title: 'What pre-emption means',
  code: 'PREEMPTION_UNSPECIFIED',
  sentence: 'Say what happens to a running iteration when a candidate of higher priority arrives.',
  howToProceed: [
    'Choose "drain" to let the iteration end first.',
    'Choose "drop" to keep what is done and cancel the rest, or "rollback" to start the iteration over.',
  ],
} as const satisfies Rule;

export const BATCHING_RULES = [FLUSH_TRIGGERED, PREEMPTION_SAID] as const satisfies readonly Rule[];
