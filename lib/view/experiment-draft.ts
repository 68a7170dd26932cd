import type { ModelRole } from '@/lib/domain/model-role';

/** An experiment while it is filled in. All numbers are texts, so that a half-typed one is not lost. */
export interface ExperimentDraft {
  readonly name: string;
  readonly description: string;
  readonly taskId: string;
  readonly datasetId: string;
  readonly splitId: string;
  readonly maxRounds: string;
  readonly aggregation: 'combee' | 'naive';
  readonly duplication: string;
  readonly reducer: 'llm' | 'union';
  readonly batch: 'dynamic' | 'static';
  readonly batchSize: string;
  readonly batchReason: string;
  readonly profileSizes: string;
  readonly maxBatch: string;
  readonly epochs: string;
  readonly lanes: string;
  /** `providerId/model` by role; empty = not chosen. */
  readonly models: Readonly<Record<ModelRole, string>>;
  readonly rollouts: string;
  readonly tokens: string;
  readonly usd: string;
  readonly minutes: string;
  readonly gpuSeconds: string;
  readonly patience: string;
  readonly target: string;
  readonly everyExamples: string;
  readonly evaluationSplit: 'heldOut' | 'selection';
}

export const EMPTY_DRAFT: ExperimentDraft = {
  name: '',
  description: '',
  taskId: '',
  datasetId: '',
  splitId: '',
  maxRounds: '1',
  aggregation: 'combee',
  duplication: '2',
  reducer: 'llm',
  batch: 'dynamic',
  batchSize: '16',
  batchReason: '',
  profileSizes: '4, 8, 16, 32',
  maxBatch: '256',
  epochs: '1',
  lanes: '64',
  models: { serving: '', proposer: '', evaluator: '' },
  rollouts: '',
  tokens: '',
  usd: '',
  minutes: '',
  gpuSeconds: '',
  patience: '',
  target: '',
  everyExamples: '',
  evaluationSplit: 'heldOut',
};

/** What there is to choose from, as far as it was loaded. */
export interface DraftChoices {
  readonly taskIds: readonly string[];
  readonly datasetIds: readonly string[];
  readonly splitIds: readonly string[];
  /** `providerId/model` by role of the practice model, where it is there. */
  readonly practiceModels: Readonly<Record<ModelRole, string>> | null;
}

/** What a person has not chosen takes the first there is, so that a name is enough to begin. */
export function withDefaults(draft: ExperimentDraft, choices: DraftChoices): ExperimentDraft {
  const pick = (chosen: string, all: readonly string[]) => (all.includes(chosen) ? chosen : (all[0] ?? ''));
  const { practiceModels } = choices;
  return {
    ...draft,
    taskId: pick(draft.taskId, choices.taskIds),
    datasetId: pick(draft.datasetId, choices.datasetIds),
    splitId: pick(draft.splitId, choices.splitIds),
    models: {
      serving: draft.models.serving || (practiceModels?.serving ?? ''),
      proposer: draft.models.proposer || (practiceModels?.proposer ?? ''),
      evaluator: draft.models.evaluator || (practiceModels?.evaluator ?? ''),
    },
  };
}

const whole = (text: string): number | null => (text.trim() === '' ? null : Number(text));
const orElse = (text: string, usual: number): number => whole(text) ?? usual;

/** The body that the API takes. What it refuses comes back by field; nothing is judged here. */
export function bodyOfDraft(draft: ExperimentDraft) {
  const minutes = whole(draft.minutes);
  const target = whole(draft.target);
  return {
    name: draft.name,
    description: draft.description,
    taskId: draft.taskId,
    splitId: draft.splitId,
    method: { name: 'ace' as const, maxRounds: orElse(draft.maxRounds, 1) },
    aggregation: {
      kind: draft.aggregation,
      duplication: orElse(draft.duplication, 2),
      reducer: draft.reducer,
    },
    batch: batchOf(draft),
    evaluation: { everyExamples: whole(draft.everyExamples), split: draft.evaluationSplit },
    epochs: orElse(draft.epochs, 1),
    lanes: orElse(draft.lanes, 64),
    budget: {
      rollouts: whole(draft.rollouts),
      tokens: whole(draft.tokens),
      usd: whole(draft.usd),
      wallMs: minutes === null ? null : Math.round(minutes * 60_000),
      gpuSeconds: whole(draft.gpuSeconds),
    },
    stopping: { patience: whole(draft.patience), targetScore: target === null ? null : target / 100 },
    models: {
      ...modelOf('serving', draft),
      ...modelOf('proposer', draft),
      ...modelOf('evaluator', draft),
    },
  };
}

function batchOf(draft: ExperimentDraft) {
  if (draft.batch === 'static')
    return { kind: 'static' as const, size: orElse(draft.batchSize, 1), reason: draft.batchReason };
  const profileSizes = draft.profileSizes
    .split(/[\s,;]+/)
    .filter((text) => text !== '')
    .map(Number);
  return { kind: 'dynamic' as const, profileSizes, maxBatch: orElse(draft.maxBatch, 256) };
}

function modelOf(role: ModelRole, draft: ExperimentDraft) {
  const choice = draft.models[role];
  const cut = choice.indexOf('/');
  if (cut < 0) return {};
  return { [role]: { providerId: choice.slice(0, cut), model: choice.slice(cut + 1) } };
}
