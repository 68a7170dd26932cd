import { describe, expect, it } from 'vitest';
import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { ModelBinding } from '@/lib/domain/manifest';
import { ace } from '@/lib/methods/ace/ace';
import { gepa } from '@/lib/methods/gepa/gepa';
import { SUMMARISER_HASH } from '@/lib/methods/prompting/summariser';
import { buildRunManifest, type ManifestParts } from './build-run-manifest';

const binding: ModelBinding = {
  providerId: 'prv_1',
  providerName: 'Practice',
  origin: 'http://127.0.0.1:4011',
  model: 'practice-task',
  temperature: 0,
  maxTokens: 4096,
  contextTokens: 128_000,
  usdPerMillionIn: 1,
  usdPerMillionOut: 2,
  usdPerMillionCached: null,
  tokensPerMinute: null,
  pricedAt: null,
  hardware: 'practice',
  practice: true,
};
const unpriced: ModelBinding = { ...binding, model: 'free-for-all', usdPerMillionIn: null };

function parts(changes: Partial<ManifestParts> & { readonly settings?: object } = {}): ManifestParts {
  const { settings, ...rest } = changes;
  return {
    kind: 'combee',
    seed: 7,
    codeVersion: 'test',
    config: experimentConfig.parse(settings ?? {}),
    task: {
      id: 'tsk_1',
      name: 'Sums',
      instructions: '',
      inputShape: '',
      outputShape: '',
      scoring: { kind: 'formula' },
    },
    split: {
      registrationId: 'spl_1',
      hash: 'h',
      counts: { train: 10, selection: 0, heldOut: 5, confirmation: 0 },
    },
    method: ace,
    bindings: { serving: binding, proposer: binding, evaluator: binding },
    ...rest,
  };
}

const REASON = 'Twenty characters and more of it.';

describe('the manifest of a run', () => {
  it('pins settings, models, prompts by hash, seed and code', () => {
    const manifest = buildRunManifest(parts({ settings: { lanes: 9 } }));
    expect(manifest).toMatchObject({
      version: 1,
      runSeed: 7,
      codeVersion: 'test',
      kind: 'combee',
      lanes: 9,
      batch: { kind: 'dynamic' },
      aggregation: { kind: 'combee', duplication: 2 },
      method: { name: 'ace', version: ace.version },
      prompts: ace.promptHashes,
      models: { serving: binding },
    });
  });

  it('makes a serial baseline one example at a time, whatever the experiment says', () => {
    const manifest = buildRunManifest(parts({ kind: 'serialBaseline' }));
    expect(manifest.batch).toMatchObject({ kind: 'static', size: 1 });
    expect(manifest.aggregation.kind).toBe('naive');
  });

  it('R-236 makes a serial baseline of GEPA in minibatches of three', () => {
    const settings = { method: { name: 'gepa' } };
    const manifest = buildRunManifest(parts({ kind: 'serialBaseline', settings, method: gepa }));
    expect(manifest.batch).toMatchObject({ kind: 'static', size: 3 });
  });

  it('R-022 pins the scheduler, its queue target at the lanes; a serial baseline has none', () => {
    const settings = { lanes: 8, diversity: null };
    const dispatch = { queueTarget: 8, maxWaitMs: 200, preemption: 'drain' };
    expect(buildRunManifest(parts({ settings })).dispatch).toMatchObject(dispatch);
    expect(buildRunManifest(parts({ settings, kind: 'serialBaseline' })).dispatch).toBeUndefined();
    expect(codeOf(parts({ settings: { ...settings, dispatch: { preemption: null } } }))).toBe(
      'PREEMPTION_UNSPECIFIED',
    );
  });

  it('takes an arm instead of the own settings of the experiment', () => {
    const batch = { kind: 'static', size: 80, reason: REASON } as const;
    expect(buildRunManifest(parts({ kind: 'comparisonPoint', batch })).batch).toEqual(batch);
  });

  it('pins the summariser where reflections are summarised, and nowhere else', () => {
    const promptsOf = (kind: string) =>
      buildRunManifest(parts({ settings: { aggregation: { kind } } })).prompts;
    const usual = promptsOf('combee');
    expect(usual).not.toHaveProperty('summariser');
    for (const kind of ['naive', 'topK']) expect(promptsOf(kind)).toEqual(usual);
    for (const kind of ['summary', 'hierarchicalSummary']) {
      expect(promptsOf(kind)).toEqual({ ...usual, summariser: SUMMARISER_HASH });
    }
  });

  it('refuses groups, a plan for them and a second level where one call aggregates', () => {
    const asked = (aggregation: object) => codeOf(parts({ settings: { aggregation } }));
    expect(asked({ kind: 'topK', reducer: 'union' })).toBe('CONFIG_INVALID');
    expect(asked({ kind: 'summary', grouping: 'planned' })).toBe('CONFIG_INVALID');
    expect(asked({ kind: 'hierarchicalSummary', groups: 4 })).toBe('CONFIG_INVALID');
    expect(asked({ kind: 'hierarchicalSummary' })).toBeNull();
    // Its baseline aggregates plainly, whatever the experiment says.
    const settings = { aggregation: { kind: 'topK', reducer: 'union' } };
    expect(codeOf(parts({ kind: 'serialBaseline', settings }))).toBeNull();
  });

  it('refuses each asked role without a model, and no evaluator where code scores', () => {
    const asked = (missing: Partial<ManifestParts['bindings']>) =>
      codeOf(parts({ bindings: { serving: binding, proposer: binding, evaluator: binding, ...missing } }));
    expect(asked({ serving: null })).toBe('ROLE_MODEL_MISSING');
    expect(asked({ proposer: null })).toBe('ROLE_MODEL_MISSING');
    expect(asked({ evaluator: null })).toBeNull();
  });

  it('refuses a split without train or held-out examples', () => {
    const counts = { train: 10, selection: 3, heldOut: 0, confirmation: 0 };
    expect(codeOf(parts({ split: { registrationId: 's', hash: 'h', counts } }))).toBe('SPLIT_NOT_REGISTERED');
    const onSelection = { evaluation: { split: 'selection' } };
    const split = { registrationId: 's', hash: 'h', counts };
    expect(codeOf(parts({ split, settings: onSelection }))).toBeNull();
  });

  it('refuses a fixed batch size without a reason of 20 characters', () => {
    const batch = (reason: string) => ({ settings: { batch: { kind: 'static', size: 4, reason } } });
    expect(codeOf(parts(batch('because')))).toBe('STATIC_BATCH_NO_REASON');
    expect(codeOf(parts(batch('because              ')))).toBe('STATIC_BATCH_NO_REASON');
    expect(codeOf(parts(batch(REASON)))).toBeNull();
  });

  it('refuses a comparison point whose size is not fixed', () => {
    expect(codeOf(parts({ kind: 'comparisonPoint' }))).toBe('STATIC_BATCH_NO_REASON');
  });

  it('refuses a cap in dollars on a model without a price, unless no role calls that model', () => {
    const settings = { budget: { usd: 5 } };
    const bindings = { serving: unpriced, proposer: binding, evaluator: binding };
    expect(() => buildRunManifest(parts({ settings, bindings }))).toThrow(/none is known for free-for-all/);
    expect(codeOf(parts({ settings, bindings }))).toBe('PRICE_UNKNOWN');
    expect(codeOf(parts({ bindings }))).toBeNull();
    const judgeUnpriced = { serving: binding, proposer: binding, evaluator: unpriced };
    expect(codeOf(parts({ settings, bindings: judgeUnpriced }))).toBeNull();
    const task = { ...parts().task, scoring: { kind: 'judge', rubric: 'Is it right?' } as const };
    expect(codeOf(parts({ settings, bindings: judgeUnpriced, task }))).toBe('PRICE_UNKNOWN');
    // A proxy is asked above the ceiling, and would be paid beside the cap.
    const evaluator = { ...binding, model: 'judge' };
    const above = { ...settings, judging: { costCeilingUsd: 0.01 } };
    const judged = { task, bindings: { serving: binding, proposer: binding, evaluator } };
    const outUnpriced = { ...unpriced, usdPerMillionIn: 1, usdPerMillionOut: null };
    expect(() => buildRunManifest(parts({ ...judged, settings: above, proxy: outUnpriced }))).toThrow(
      /none is known for free-for-all/,
    );
    expect(codeOf(parts({ ...judged, settings, proxy: outUnpriced })), 'no ceiling').toBeNull();
  });

  it('R-120: refuses a cap in GPU-seconds on a provider whose profile does not say what a call takes', () => {
    const settings = { budget: { gpuSeconds: 100 } };
    expect(codeOf(parts({ settings }))).toBe('GPU_TIME_UNKNOWN');
    const known = { ...binding, acceleratorsPerCall: 0.125, callTimeoutMs: 60_000 };
    const bindings = { serving: known, proposer: known, evaluator: binding };
    expect(codeOf(parts({ settings, bindings })), 'the evaluator is not asked').toBeNull();
  });

  it('R-180 refuses the proposer as evaluator where a judge scores, and pins how it is checked', () => {
    const task = { ...parts().task, scoring: { kind: 'judge', rubric: 'Is it right?' } as const };
    expect(codeOf(parts({ task }))).toBe('EVALUATOR_CONFOUNDED');
    const bindings = {
      serving: binding,
      proposer: binding,
      evaluator: { ...binding, model: 'practice-judge' },
    };
    expect(buildRunManifest(parts({ task, bindings })).judging).toEqual({
      judge: 'separate',
      forcedReason: null,
      sampleShare: 0.05,
      minPairs: 30,
      spearmanMin: 0.7,
      costCeilingUsd: null,
      proxy: null,
    });
  });

  it('waits for all calls by default, pins what opens the barrier except hedging, and never for the serial baseline', () => {
    expect(buildRunManifest(parts())).not.toHaveProperty('stragglers');
    const settings = {
      aggregation: { grouping: 'planned' },
      stragglers: { hedge: { afterQuantile: 0.95 }, carryOverAfterShare: 0.9, overlap: true },
    };
    const pinned = buildRunManifest(parts({ settings }));
    expect(pinned.stragglers).toEqual({
      carryOverAfterShare: 0.9,
      overlap: true,
    });
    expect(pinned.aggregation.grouping).toBe('planned');
    const serial = buildRunManifest(parts({ settings, kind: 'serialBaseline' }));
    expect(serial).not.toHaveProperty('stragglers');
    expect(serial.aggregation.grouping).toBe('afterBarrier');
    expect(codeOf(parts({ settings: { ...settings, dispatch: { preemption: 'drop' } } }))).toBe(
      'CONFIG_INVALID',
    );
  });

  it('R-196 keeps the evaluation cache on unless a reason is given', () => {
    const off = (offReason: string) => parts({ settings: { evaluationCache: { read: false, offReason } } });
    expect(codeOf(off(''))).toBe('CACHE_OFF_NO_REASON');
    expect(buildRunManifest(off('We measure the provider.')).evaluationCache).toMatchObject({ read: false });
    expect(buildRunManifest(parts()).evaluationCache).toEqual({ read: true, namespace: 'default' });
  });
});

function codeOf(input: ManifestParts): string | null {
  try {
    buildRunManifest(input);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}
