import { ace } from '@/lib/methods/ace/ace';
import { ACE_DEFAULT_SETTINGS } from '@/lib/methods/ace/ace-settings';
import { gepa, gepaMoves } from '@/lib/methods/gepa/gepa';
import { mipro } from '@/lib/methods/mipro/mipro';
import { MIPRO_DEFAULT_SETTINGS } from '@/lib/methods/mipro/mipro-settings';
import { textGrad } from '@/lib/methods/textgrad/textgrad';
import { TEXTGRAD_DEFAULT_SETTINGS } from '@/lib/methods/textgrad/textgrad-settings';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { methodContract } from './testing/method-contract';

/** Every method that runs can choose, and GEPA's moves without their search. */
methodContract({ method: ace, settings: ACE_DEFAULT_SETTINGS });
methodContract({ method: { ...gepaMoves, name: 'gepa in a single lineage' }, settings: gepaTestSettings() });
methodContract({
  method: gepa,
  settings: gepaTestSettings({ sampling: { kind: 'independent', n: 2 }, merge: { maxInvocations: 2 } }),
});
methodContract({ method: textGrad, settings: { ...TEXTGRAD_DEFAULT_SETTINGS, stepsPerEpoch: null } });
methodContract({
  method: mipro,
  settings: { ...MIPRO_DEFAULT_SETTINGS, minibatch: 3, trials: 4, fullEvaluationEvery: 2 },
  needsRollouts: false,
});
