import type { ReduceReflectionsBody } from '@/lib/contracts/iterations';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import { ENGINE_VERSION } from '@/lib/domain/run';
import { ACE_DEFAULT_SETTINGS } from '@/lib/methods/ace/ace-settings';
import type { Method } from '@/lib/methods/method';
import type { ProviderRow } from '@/server/repositories/providers';

/** Manifest for a method of an iteration without a run: no split, no budget, one model. */
export function requestManifest(
  body: ReduceReflectionsBody,
  provider: ProviderRow,
  method: Method,
): RunManifest {
  const binding = bindingOf(body, provider);
  return {
    version: 1,
    engineVersion: ENGINE_VERSION,
    codeVersion: 'in-request',
    runSeed: body.seed,
    kind: body.aggregation.kind === 'combee' ? 'combee' : 'serialBaseline',
    task: {
      id: 'in-request',
      name: 'in-request',
      instructions: body.taskInstructions,
      inputShape: '',
      outputShape: '',
      scoring: { kind: 'exactMatch', caseSensitive: false, trim: true },
    },
    split: {
      registrationId: 'none',
      hash: 'none',
      counts: { train: body.reflections.length, selection: 0, heldOut: 0, confirmation: 0 },
    },
    method: { ...ACE_DEFAULT_SETTINGS, playbookTokenBudget: body.playbookTokenBudget },
    aggregation: body.aggregation,
    batch: { kind: 'static', size: body.reflections.length, reason: 'the caller drew the batch' },
    evaluation: { everyExamples: null, split: 'heldOut' },
    epochs: 1,
    lanes: provider.concurrency,
    budget: { rollouts: null, tokens: null, usd: null, wallMs: null },
    stopping: { patience: null, targetScore: null },
    models: { serving: binding, proposer: binding, evaluator: binding },
    prompts: method.promptHashes,
    seedCandidateText: body.baseText,
  };
}

function bindingOf(body: ReduceReflectionsBody, provider: ProviderRow): ModelBinding {
  const model = provider.models.find(({ name }) => name === body.model);
  return {
    providerId: provider.id,
    providerName: provider.name,
    origin: new URL(provider.baseUrl).origin,
    model: body.model,
    temperature: body.temperature,
    maxTokens: body.maxTokens,
    contextTokens: model?.contextTokens ?? 128_000,
    usdPerMillionIn: model?.usdPerMillionIn ?? null,
    usdPerMillionOut: model?.usdPerMillionOut ?? null,
    usdPerMillionCached: model?.usdPerMillionCached ?? null,
    tokensPerMinute: provider.tokensPerMinute,
    pricedAt: model?.pricedAt?.toISOString() ?? null,
    hardware: provider.hardware,
    practice: provider.practice,
  };
}
