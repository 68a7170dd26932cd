import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import { ENGINE_VERSION } from '@/lib/domain/run';

/**
 * A manifest as a run would pin it, for tests that need one but are about something else. Overrides replace whole
 * members: give a complete `method` or `aggregation`, made from `buildManifest()` where only one part differs.
 */
export function buildManifest(overrides: Partial<RunManifest> = {}): RunManifest {
  return {
    version: 1,
    engineVersion: ENGINE_VERSION,
    codeVersion: 'test',
    runSeed: 1,
    kind: 'combee',
    task: {
      id: 'tsk_test',
      name: 'Sums',
      instructions: 'Add the two numbers. Answer with the sum alone.',
      inputShape: 'two numbers in one sentence',
      outputShape: 'one number',
      scoring: { kind: 'exactMatch', caseSensitive: false, trim: true },
    },
    split: {
      registrationId: 'spl_test',
      hash: 'a'.repeat(64),
      counts: { train: 20, selection: 0, heldOut: 10, confirmation: 0 },
    },
    method: {
      name: 'ace',
      version: '1',
      maxRounds: 1,
      playbookTokenBudget: 80_000,
      tagCounting: 'sum',
      dedupeThreshold: null,
      useGroundTruth: true,
    },
    aggregation: { kind: 'combee', duplication: 2, groups: null, reducer: 'llm', fanInMax: 24 },
    batch: { kind: 'static', size: 10, reason: 'a test' },
    evaluation: { everyExamples: null, split: 'heldOut' },
    epochs: 1,
    lanes: 8,
    budget: { rollouts: null, tokens: null, usd: null, wallMs: null },
    stopping: { patience: null, targetScore: null },
    models: { serving: buildModelBinding(), proposer: buildModelBinding(), evaluator: buildModelBinding() },
    prompts: {},
    seedCandidateText: '## OTHERS',
    ...overrides,
  };
}

export function buildModelBinding(overrides: Partial<ModelBinding> = {}): ModelBinding {
  return {
    providerId: 'prv_test',
    providerName: 'Scripted',
    origin: 'http://127.0.0.1:9',
    model: 'scripted',
    temperature: 0,
    maxTokens: 1024,
    contextTokens: 128_000,
    usdPerMillionIn: 1,
    usdPerMillionOut: 2,
    usdPerMillionCached: null,
    tokensPerMinute: null,
    pricedAt: null,
    hardware: 'test',
    practice: true,
    ...overrides,
  };
}
