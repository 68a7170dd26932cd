import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';

/**
 * Collected traces teach methods that learn from one rollout at a time. GEPA, TextGrad and MIPROv2 accept a candidate by
 * rollouts under it, which a trace of another prompt is not. Nor is a serial baseline one without rollouts of its own.
 * @throws AppError INPUT_INVALID
 */
export function assertTracesTeach({ traces, method, kind }: Pick<RunManifest, 'traces' | 'method' | 'kind'>) {
  if (traces === undefined) return;
  if (method.name !== 'ace') {
    throw refused(
      'Collected traces teach ACE alone: the other methods accept a prompt by rollouts under it.',
      'method.name',
      ['Choose an experiment with ACE.', 'Or run this experiment with its agent, without traces.'],
    );
  }
  if (kind === 'combee' || kind === 'exploratory' || kind === 'comparisonPoint') return;
  throw refused('A serial baseline carries out its own rollouts.', 'kind', [
    'Start the serial baseline without traces.',
  ]);
}

const refused = (message: string, path: string, howToProceed: readonly string[]) =>
  new AppError('INPUT_INVALID', message, { fields: [{ path, message }], howToProceed });
