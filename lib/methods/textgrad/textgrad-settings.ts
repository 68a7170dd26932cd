import type { RunManifest } from '@/lib/domain/manifest';
import type { TextGradSettings } from '@/lib/domain/method-settings';
import { invariant } from '@/lib/errors/invariant';

/** Four steps an epoch, as the published script takes them; taking a worse prompt back is the paper's way. */
export const TEXTGRAD_DEFAULT_SETTINGS: TextGradSettings = {
  name: 'textgrad',
  version: '1',
  revertIfWorse: true,
  gradientMemory: 0,
  constraints: [],
  stepsPerEpoch: 4,
  useGroundTruth: true,
};

/** The settings of a run that is TextGrad's. */
export function textGradSettings({ method }: Pick<RunManifest, 'method'>): TextGradSettings {
  invariant(method.name === 'textgrad', 'TextGrad was asked to carry a run of another method.');
  return method;
}
