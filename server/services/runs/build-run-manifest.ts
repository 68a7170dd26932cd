import { SURVIVAL_THRESHOLDS } from '@/lib/combee/survival/thresholds';
import { asPinnedParts, type ExperimentConfig } from '@/lib/contracts/experiment-config';
import { asMethodSettings } from '@/lib/contracts/method-settings';
import { pinnedStragglers } from '@/lib/contracts/straggler-settings';
import type { PinnedAgent } from '@/lib/domain/agent';
import { askedModels, hasPrice } from '@/lib/domain/asked-roles';
import { plannedLooks } from '@/lib/domain/claim-settings';
import type { AggregationSettings, BatchSettings, ModelBinding, RunManifest } from '@/lib/domain/manifest';
import type { MethodName } from '@/lib/domain/method-settings';
import type { ModelRole } from '@/lib/domain/model-role';
import type { RunKind } from '@/lib/domain/run';
import { ENGINE_VERSION, learnsInParallel } from '@/lib/domain/run';
import type { ScoringSpec } from '@/lib/domain/scoring';
import { REPETITIONS_DEFAULT } from '@/lib/domain/serial-diagnosis';
import type { SplitName } from '@/lib/domain/split';
import type { Task } from '@/lib/domain/task';
import { AppError } from '@/lib/errors/app-error';
import { pinnedPrompts } from '@/lib/evaluation/pinned-prompts';
import type { Method } from '@/lib/methods/method';
import { assertAgentFits } from '@/lib/policy/agents';
import { assertAggregation } from '@/lib/policy/aggregation';
import { assertDispatch } from '@/lib/policy/batching';
import { assertRoomForPrompt } from '@/lib/policy/context-room';
import { assertDiversity } from '@/lib/policy/diversity';
import { assertCacheReasoned, assertHonestEvaluator } from '@/lib/policy/evaluator';
import { assertOnlineIsHonest } from '@/lib/policy/online';
import { assertBarrierMayOpen } from '@/lib/policy/open-barrier';
import { STATIC_BATCH_REASONED } from '@/lib/policy/rules/launch';
import { refusal } from '@/lib/policy/rules/rule';
import { SPLIT_REGISTERED } from '@/lib/policy/rules/splits';
import { assertSearchIsWaitedFor } from '@/lib/policy/searching';
import { assertTracesTeach } from '@/lib/policy/traces';
import { assertAllRoles } from './asked-bindings';
import { type DrawnTraces, learningFrom } from './learning-from-traces';

/**
 * From an experiment's settings to a manifest: everything that the result will depend on, resolved and pinned. All
 * refusals of a start that need no database are made here. Pure: what was read comes in as arguments.
 */
export interface ManifestParts {
  readonly kind: RunKind;
  readonly seed: number;
  readonly codeVersion: string;
  readonly config: ExperimentConfig;
  /** Instead of the experiment's own: an arm of a comparison. */
  readonly aggregation?: AggregationSettings | undefined;
  readonly batch?: BatchSettings | undefined;
  readonly task: Task;
  readonly split: RunManifest['split'];
  readonly method: Method;
  /** Absent = a rollout is one call of the serving model. */
  readonly agent?: PinnedAgent | undefined;
  /** The run learns from these in the place of the split's training examples. */
  readonly traces?: DrawnTraces | undefined;
  /** Null where the provider or the model is not (or no longer) there. */
  readonly bindings: Readonly<Record<ModelRole, ModelBinding | null>>;
  /** The cheaper judge, where one is named and there. */
  readonly proxy?: ModelBinding | null;
}

const REASON_MIN = 20;

export function buildRunManifest(given: ManifestParts): RunManifest {
  const parts = given.traces === undefined ? given : learningFrom(given.traces, given);
  const { config, kind, method, task, split } = parts;
  const models = assertAllRoles(parts);
  const settings = { ...asMethodSettings(config.method), version: method.version };
  const aggregation =
    kind === 'serialBaseline' ? serialAggregation(config) : (parts.aggregation ?? config.aggregation);
  assertSplitIsUsable(split.counts, config.evaluation.split);
  const survival = pinnedSurvival(config, parts.batch ?? config.batch);
  const manifest: RunManifest = {
    ...asPinnedParts(config),
    evaluation: {
      ...evaluationOf(parts),
      looksMax: plannedLooks({ evaluation: config.evaluation, split, epochs: config.epochs }),
    },
    version: 1,
    engineVersion: ENGINE_VERSION,
    codeVersion: parts.codeVersion,
    runSeed: parts.seed,
    kind,
    task,
    ...(parts.agent === undefined ? {} : { agent: parts.agent }),
    split,
    ...(parts.traces && { traces: { sampleId: parts.traces.sampleId, hash: parts.traces.hash } }),
    method: settings,
    aggregation,
    batch: kind === 'serialBaseline' ? serialBatch(config.method.name) : (parts.batch ?? config.batch),
    models,
    prompts: pinnedPrompts(method, { method: settings, aggregation, ...survival }),
    ...survival,
    ...diversityOf(parts, models),
    ...dispatchOf(parts),
    ...(kind === 'serialBaseline' ? {} : pinnedStragglers(config.stragglers)),
    judging: { ...config.judging, proxy: parts.proxy ?? null },
    evaluationCache: { read: config.evaluationCache.read, namespace: config.evaluationCache.namespace },
    tieBreak: 'costLengthAge',
  };
  assertCacheReasoned(config.evaluationCache);
  assertPinned(manifest);
  return manifest;
}

/** Only the diagnosis of a serial baseline measures on, and its times are taken with nothing beside them. */
function evaluationOf({ kind, config }: ManifestParts): RunManifest['evaluation'] {
  const { repetitionsMax = REPETITIONS_DEFAULT, beside, ...evaluation } = config.evaluation;
  if (kind === 'serialBaseline') return { ...evaluation, repetitionsMax };
  return beside ? { ...evaluation, beside } : evaluation;
}

/** Checks a training manifest, made from an experiment, another run or a cell of a sweep. */
export function assertPinned(manifest: RunManifest): void {
  if (manifest.kind === 'evaluation') return;
  assertAgentFits(manifest);
  assertTracesTeach(manifest);
  assertAggregation(manifest.aggregation);
  assertBatchHasReason(manifest);
  assertBarrierMayOpen(manifest);
  assertOnlineIsHonest(manifest);
  assertSearchIsWaitedFor(manifest);
  assertPriced(manifest);
  assertHonestEvaluator(manifest);
  assertGpuTimeKnown(manifest);
  assertRoomForPrompt(manifest);
}

/**
 * The yardstick of every parallel run: the smallest step that the method's authors take, with one plain call. ACE
 * learns from one example at a time, the others from minibatches of three.
 */
const serialBatch = (method: MethodName): BatchSettings =>
  method === 'ace'
    ? { kind: 'static', size: 1, reason: 'Serial baseline: one example at a time.' }
    : { kind: 'static', size: 3, reason: 'Serial baseline: minibatches of three, as published.' };
const serialAggregation = (config: ExperimentConfig): AggregationSettings => ({
  ...config.aggregation,
  kind: 'naive',
  grouping: 'afterBarrier',
});

/** Serial baselines and comparison points are yardsticks: they pin no diversity and raise no lanes. */
function diversityOf(
  { kind, config }: ManifestParts,
  models: RunManifest['models'],
): Pick<RunManifest, 'diversity' | 'lanesMax'> {
  if (!learnsInParallel(kind)) return {};
  const providerIds = Object.values(models).map(({ providerId }) => providerId);
  return {
    ...(config.diversity === null ? {} : { diversity: assertDiversity(config.diversity, providerIds) }),
    ...(config.lanesMax === null ? {} : { lanesMax: config.lanesMax }),
  };
}

/** Followed while the run goes where ids are carried or the batch size depends on it; else reckoned afterwards. */
export function pinnedSurvival(
  { survival }: Pick<ExperimentConfig, 'survival'>,
  batch: BatchSettings,
): Pick<RunManifest, 'survival'> {
  const isBraked = batch.kind === 'dynamic' && (batch.survivalFloor ?? null) !== null;
  if (survival === undefined && !isBraked) return {};
  return { survival: { ids: survival?.ids ?? false, ...SURVIVAL_THRESHOLDS } };
}

/** A serial baseline has nothing to pack: one call goes after the other. */
function dispatchOf({ kind, config }: ManifestParts): Pick<RunManifest, 'dispatch'> {
  if (kind === 'serialBaseline' || config.dispatch === null) return {};
  return { dispatch: assertDispatch(config.dispatch, config.lanes) };
}

function assertSplitIsUsable(counts: Readonly<Record<SplitName, number>>, measured: SplitName): void {
  const empty = (['train', measured] as const).filter((name) => !(counts[name] > 0));
  if (empty.length === 0) return;
  throw refusal(SPLIT_REGISTERED, { found: `The split holds no ${empty.join(' and no ')} examples.` });
}

function assertBatchHasReason({ kind, batch }: Pick<RunManifest, 'kind' | 'batch'>): void {
  if (kind === 'comparisonPoint' && batch.kind !== 'static') {
    throw refusal(STATIC_BATCH_REASONED, {
      found: 'A comparison point takes a fixed size with a reason, and no other.',
      fields: [{ path: 'batch', message: 'Give {"kind":"static","size":…,"reason":"…"}.' }],
      howToProceed: ['Give a batch of kind "static" with a size and a reason.'],
    });
  }
  if (batch.kind !== 'static' || batch.reason.trim().length >= REASON_MIN) return;
  throw refusal(STATIC_BATCH_REASONED, {
    fields: [{ path: 'batch.reason', message: `Say in at least ${REASON_MIN} characters why it is fixed.` }],
  });
}

/** Without a price a dollar cap could not be kept. */
function assertPriced(manifest: RunManifest): void {
  if (manifest.budget.usd === null) return;
  const unpriced = askedModels(manifest).filter(({ binding }) => !hasPrice(binding));
  if (unpriced.length === 0) return;
  const names = [...new Set(unpriced.map(({ binding }) => binding.model))].join(', ');
  throw new AppError('PRICE_UNKNOWN', `A cap in dollars needs prices; none is known for ${names}.`, {
    fields: unpriced.map(({ path }) => ({ path, message: 'This model has no price.' })),
    howToProceed: ['Enter the price of the model in the settings.', 'Or cap tokens instead of dollars.'],
  });
}

/** The same for accelerator time: what no profile declares cannot be capped. */
function assertGpuTimeKnown(manifest: RunManifest): void {
  if ((manifest.budget.gpuSeconds ?? null) === null) return;
  const silent = askedModels(manifest).filter(
    ({ binding }) => (binding.acceleratorsPerCall ?? null) === null,
  );
  if (silent.length === 0) return;
  const names = [...new Set(silent.map(({ binding }) => binding.providerName))].join(', ');
  throw new AppError(
    'GPU_TIME_UNKNOWN',
    `A cap in GPU-seconds needs to know how many accelerators a call keeps busy; ${names} does not say.`,
    {
      fields: silent.map(({ path }) => ({ path, message: 'Its provider has no such profile.' })),
      howToProceed: [
        'Enter the accelerators per call of the provider in the settings.',
        'Or cap time or tokens instead.',
      ],
    },
  );
}

export interface TaskRow {
  readonly id: string;
  readonly name: string;
  readonly instructions: string;
  readonly inputShape: string;
  readonly outputShape: string;
  readonly scoring: unknown;
  readonly artefact: boolean;
}

/** A task row with what a manifest keeps of it. */
export function toTask(row: TaskRow): Task {
  const { id, name, instructions, inputShape, outputShape } = row;
  const scoring = row.scoring as ScoringSpec;
  return {
    ...{ id, name, instructions, inputShape, outputShape, scoring },
    ...(row.artefact ? { artefact: true } : {}),
  };
}
