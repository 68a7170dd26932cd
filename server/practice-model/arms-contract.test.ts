import type { AggregationKind, RunManifest } from '@/lib/domain/manifest';
import { ace } from '@/lib/methods/ace/ace';
import { ACE_DEFAULT_SETTINGS } from '@/lib/methods/ace/ace-settings';
import { gepa } from '@/lib/methods/gepa/gepa';
import type { Method } from '@/lib/methods/method';
import { textGrad } from '@/lib/methods/textgrad/textgrad';
import { TEXTGRAD_DEFAULT_SETTINGS } from '@/lib/methods/textgrad/textgrad-settings';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { methodContract } from './testing/method-contract';

/** Checks the method contract under each arm that condenses reflections: one test run an arm. */
function keptUnder(kind: AggregationKind, method: Method, settings: RunManifest['method']): void {
  const aggregation = { kind, duplication: 2, groups: null, reducer: 'llm', fanInMax: 24 } as const;
  methodContract({
    method: { ...method, name: `${method.name} under ${kind}` },
    settings,
    overrides: { aggregation },
  });
}

keptUnder('hierarchicalSummary', ace, ACE_DEFAULT_SETTINGS);
keptUnder('summary', gepa, gepaTestSettings({ sampling: { kind: 'independent', n: 2 } }));
keptUnder('topK', textGrad, { ...TEXTGRAD_DEFAULT_SETTINGS, stepsPerEpoch: null });
