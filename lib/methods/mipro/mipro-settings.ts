import type { RunManifest } from '@/lib/domain/manifest';
import type { MiproSettings } from '@/lib/domain/method-settings';
import { invariant } from '@/lib/errors/invariant';

/** The published optimiser's settings under `light`: 6 candidates, and 10 trials by its formula. */
export const MIPRO_DEFAULT_SETTINGS: MiproSettings = {
  name: 'mipro',
  version: '1',
  candidates: 6,
  trials: 10,
  bootstrappedDemos: 4,
  labelledDemos: 4,
  minibatch: 35,
  fullEvaluationEvery: 5,
  useGroundTruth: true,
};

/** The settings of a run that is MIPROv2's. */
export function miproSettings({ method }: Pick<RunManifest, 'method'>): MiproSettings {
  invariant(method.name === 'mipro', 'MIPROv2 was asked to carry a run of another method.');
  return method;
}

/** With demonstrations half of the candidates are instructions, else all of them are; the original is one of them. */
export function instructionsMax({ candidates, bootstrappedDemos, labelledDemos }: MiproSettings): number {
  const fewShot = bootstrappedDemos > 0 || labelledDemos > 0;
  return Math.max(1, fewShot ? Math.floor(candidates / 2) : candidates);
}
