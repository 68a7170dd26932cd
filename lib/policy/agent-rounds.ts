import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';

/**
 * ACE's further rounds answer the example again with the reflection in the prompt. An agent is given the components of
 * the candidate and no reflection, so a further round would only be another rollout of the same prompt.
 * @throws AppError INPUT_INVALID
 */
export function assertOneRound({ agent, method }: Pick<RunManifest, 'agent' | 'method'>): void {
  if (agent === undefined || method.name !== 'ace' || method.maxRounds === 1) return;
  const message = 'With an agent, ACE reflects once on each example.';
  throw new AppError('INPUT_INVALID', message, {
    fields: [{ path: 'method.maxRounds', message }],
    howToProceed: ['Set the rounds of ACE to 1.'],
  });
}
