import { ROLLOUT_VERSION, type RolloutJob } from '@/lib/domain/rollout-documents';
import type { CarryEnd } from '@/lib/ports/agent';
import type { ModelFault } from '../tool-loop/ask-model';

/** The end of a rollout whose model gave no answer. No environment judges the state that it left. */
export function failedModel(
  { rolloutId, attempt }: Pick<RolloutJob, 'rolloutId' | 'attempt'>,
  { failure, message }: ModelFault,
): CarryEnd {
  const code = failure === 'agent' ? 'modelRefused' : 'provider';
  const error = { kind: failure, code, message };
  return {
    kind: 'outcome',
    outcome: { version: ROLLOUT_VERSION, rolloutId, attempt, status: 'failed', error },
  };
}
