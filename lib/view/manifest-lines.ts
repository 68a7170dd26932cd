import type {
  AggregationSettings,
  BatchSettings,
  EvaluationSettings,
  RunManifest,
} from '@/lib/domain/manifest';
import { methodWords } from '@/lib/domain/method-words';
import { MODEL_ROLES, type ModelRole } from '@/lib/domain/model-role';
import type { Budget } from '@/lib/domain/spend';
import { AGGREGATION_WORDS } from './aggregation-words';
import { aceWords } from './experiment-ace';
import { describeDispatch, describeStragglers } from './experiment-setting-words';
import { describeHardware, splitWord } from './number-origin';
import { formatCount, formatDuration, formatUsd, plural, shortHash } from './numbers';
import { pinnedAgentWords } from './pinned-agent';
import { OPERATOR_WORDS } from './run-diversity';

/** Settings as names and values. Used by a run's manifest and by an experiment that has none yet. */
export interface SettingLine {
  readonly term: string;
  readonly value: string;
}

export const ROLE_TERMS: Readonly<Record<ModelRole, string>> = {
  serving: 'Serving model',
  proposer: 'Proposer model',
  evaluator: 'Evaluator model',
};

export function describeAggregation(settings: AggregationSettings): string {
  if (settings.kind !== 'combee') {
    const { name, sentence } = AGGREGATION_WORDS[settings.kind];
    return `${name}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1, -1)}`;
  }
  const groups = settings.groups === null ? 'k = √n groups, rounded down' : plural(settings.groups, 'group');
  const reducer = settings.reducer === 'llm' ? 'combined by the model' : 'united without a model';
  return `Combee: ${plural(settings.duplication, 'copy', 'copies')}, ${groups}, ${reducer}`;
}

export function describeBatch(settings: BatchSettings): string {
  if (settings.kind === 'static') return `Fixed at ${settings.size}: ${settings.reason || 'no reason given'}`;
  const floor = settings.survivalFloor ?? null;
  const brake = floor === null ? '' : `; where ${Math.round(floor * 100)} % of the insights survive`;
  return `Dynamic: profiles ${settings.profileSizes.join(', ')}; at most ${settings.maxBatch}${brake}`;
}

export function describeEvaluation(settings: EvaluationSettings): string {
  const after =
    settings.everyExamples === null
      ? 'each tenth of the training examples'
      : `every ${plural(settings.everyExamples, 'example')}`;
  const again = settings.repetitionsMax ?? null;
  const repeats =
    again === null ? '' : `; the serial diagnosis asks each example at most ${plural(again, 'time')}`;
  const beside = settings.beside ? ', beside the next batch' : '';
  return `${splitWord(settings.split)}, after ${after}${beside}${repeats}`;
}

export function describeBudget(budget: Budget): string {
  const caps = [
    ...(budget.rollouts === null ? [] : [plural(budget.rollouts, 'rollout')]),
    ...(budget.tokens === null ? [] : [`${formatCount(budget.tokens)} tokens`]),
    ...(budget.usd === null ? [] : [formatUsd(budget.usd)]),
    ...(budget.wallMs === null ? [] : [formatDuration(budget.wallMs)]),
    ...((budget.gpuSeconds ?? null) === null ? [] : [`${formatCount(budget.gpuSeconds ?? 0)} GPU-seconds`]),
  ];
  return caps.length === 0 ? 'no cap' : caps.join(' · ');
}

export function describeStopping(stopping: RunManifest['stopping']): string {
  const patience =
    stopping.patience === null
      ? 'no patience rule'
      : `patience of ${plural(stopping.patience, 'measurement')}`;
  return stopping.targetScore === null
    ? patience
    : `${patience}, target ${(stopping.targetScore * 100).toFixed(1)} %`;
}

function describePinnedDiversity({ diversity }: RunManifest): string {
  if (!diversity) return 'No rule';
  const operators = diversity.operators.map(({ kind, weight }) => `${OPERATOR_WORDS[kind]} ${weight}`);
  return `${operators.join(', ')}; copies above ${diversity.similarityMax} are refused`;
}

function taskWords({ name, scoring, artefact }: RunManifest['task']): string {
  const by = scoring.kind === 'http' ? `http, ${scoring.url}` : scoring.kind;
  return `${name} (${by})${artefact ? '; the candidate itself is scored' : ''}`;
}

function pinnedMethod(method: RunManifest['method']): string {
  const set = method.name === 'ace' ? aceWords(method) : '';
  return `${methodWords(method.name)}, version ${method.version}${set}`;
}

export function describeManifest(manifest: RunManifest): readonly SettingLine[] {
  const { counts } = manifest.split;
  return [
    { term: 'Task', value: taskWords(manifest.task) },
    ...(manifest.agent === undefined ? [] : [{ term: 'Agent', value: pinnedAgentWords(manifest.agent) }]),
    {
      term: 'Split',
      value: `${counts.train} train · ${counts.selection} selection · ${counts.heldOut} held-out · ${counts.confirmation} confirmation · ${shortHash(manifest.split.hash)}`,
    },
    { term: 'Method', value: pinnedMethod(manifest.method) },
    { term: 'Aggregation', value: describeAggregation(manifest.aggregation) },
    { term: 'Batch size', value: describeBatch(manifest.batch) },
    ...(manifest.dispatch ? [{ term: 'Scheduling', value: describeDispatch(manifest.dispatch) }] : []),
    {
      term: 'Slow calls',
      value: describeStragglers({
        stragglers: manifest.stragglers ?? null,
        aggregation: manifest.aggregation,
      }),
    },
    { term: 'Diversity', value: describePinnedDiversity(manifest) },
    ...(manifest.survival
      ? [
          {
            term: 'Insights',
            value: manifest.survival.ids ? 'Carry ids through the prompts' : 'Followed by similarity',
          },
        ]
      : []),
    { term: 'Evaluation', value: describeEvaluation(manifest.evaluation) },
    { term: 'Budget', value: describeBudget(manifest.budget) },
    { term: 'Stopping', value: describeStopping(manifest.stopping) },
    { term: 'Lanes · epochs · seed', value: `${manifest.lanes} · ${manifest.epochs} · ${manifest.runSeed}` },
    ...MODEL_ROLES.map((role) => {
      const model = manifest.models[role];
      return {
        term: ROLE_TERMS[role],
        value: `${model.model} at ${model.providerName} · ${describeHardware(model)}`,
      };
    }),
    { term: 'Code version', value: manifest.codeVersion },
  ];
}
