import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { AggregationKind } from '@/lib/domain/manifest';
import { numberOr, numberOrNull, numbersOf, shareOrNull, textOfNumber } from './draft-numbers';
import { type AceDraft, aceOfDraft, EMPTY_ACE } from './experiment-ace';
import { type DiversityDraft, diversityOfDraft, EMPTY_DIVERSITY } from './experiment-diversity';
import { cacheOfDraft, EMPTY_EVALUATOR, type EvaluatorDraft, judgingOfDraft } from './experiment-evaluator';
import { EMPTY_METHOD, type MethodDraft, searchSettingsOf } from './experiment-method';
import { EMPTY_MODELS, type ModelsDraft, modelsOfDraft } from './experiment-models';
import {
  dispatchOfDraft,
  EMPTY_SCHEDULING,
  lanesMaxOfDraft,
  type SchedulingDraft,
  stragglersOfDraft,
} from './experiment-scheduling';

/** An experiment while it is filled in. All numbers are texts, so that a half-typed one is not lost. */
export interface ExperimentDraft
  extends SchedulingDraft,
    DiversityDraft,
    EvaluatorDraft,
    MethodDraft,
    ModelsDraft,
    AceDraft {
  /** Null = as proposed, until it is typed. */
  readonly name: string | null;
  readonly description: string;
  readonly taskId: string;
  readonly datasetId: string;
  readonly splitId: string;
  readonly aggregation: AggregationKind;
  readonly duplication: string;
  readonly reducer: 'llm' | 'union';
  readonly batch: 'dynamic' | 'static';
  readonly batchSize: string;
  readonly batchReason: string;
  readonly profileSizes: string;
  readonly maxBatch: string;
  /** In percent; empty = no floor. */
  readonly survivalFloor: string;
  readonly insightIds: boolean;
  readonly epochs: string;
  readonly lanes: string;
  /** Empty = the method's own beginning. */
  readonly startText: string;
  /** Empty = the prompt holds no personal data that stays. */
  readonly personalDataReason: string;
  readonly rollouts: string;
  readonly tokens: string;
  readonly usd: string;
  readonly minutes: string;
  readonly gpuSeconds: string;
  readonly patience: string;
  readonly target: string;
  readonly everyExamples: string;
  /** Empty = the default cap of a serial diagnosis. */
  readonly repetitionsMax: string;
  readonly evaluationSplit: 'heldOut' | 'selection';
  readonly besideMap: boolean;
}

/** Defaults of the API for omitted fields: the form begins with them and never repeats the numbers in code. */
const USUAL = experimentConfig.parse({});
const USUAL_DYNAMIC = USUAL.batch.kind === 'dynamic' ? USUAL.batch : { profileSizes: [], maxBatch: 1 };

export const EMPTY_DRAFT: ExperimentDraft = {
  name: null,
  description: '',
  taskId: '',
  datasetId: '',
  splitId: '',
  aggregation: USUAL.aggregation.kind,
  duplication: String(USUAL.aggregation.duplication),
  reducer: USUAL.aggregation.reducer,
  batch: USUAL.batch.kind,
  batchSize: '16',
  batchReason: '',
  profileSizes: USUAL_DYNAMIC.profileSizes.join(', '),
  maxBatch: String(USUAL_DYNAMIC.maxBatch),
  survivalFloor: '',
  insightIds: false,
  epochs: String(USUAL.epochs),
  lanes: String(USUAL.lanes),
  startText: '',
  personalDataReason: '',
  rollouts: '',
  tokens: '',
  usd: '',
  minutes: '',
  gpuSeconds: '',
  patience: textOfNumber(USUAL.stopping.patience),
  target: '',
  everyExamples: '',
  repetitionsMax: '',
  evaluationSplit: USUAL.evaluation.split,
  besideMap: false,
  ...EMPTY_MODELS,
  ...EMPTY_METHOD,
  ...EMPTY_ACE,
  ...EMPTY_SCHEDULING,
  ...EMPTY_DIVERSITY,
  ...EMPTY_EVALUATOR,
};

/**
 * Request body for the API, which validates it and returns faults by field. The body names the judge only where a judge
 * scores: elsewhere the form does not show those fields.
 */
export function bodyOfDraft(draft: ExperimentDraft, { isJudged } = { isJudged: false }) {
  const minutes = numberOrNull(draft.minutes);
  const target = numberOrNull(draft.target);
  return {
    name: draft.name ?? '',
    description: draft.description,
    taskId: draft.taskId,
    splitId: draft.splitId,
    ...(draft.agentId === '' ? {} : { agentId: draft.agentId }),
    method: draft.method === 'ace' ? aceOfDraft(draft) : searchSettingsOf(draft),
    aggregation: aggregationOf(draft),
    batch: batchOf(draft),
    evaluation: evaluationOf(draft),
    epochs: numberOr(draft.epochs, USUAL.epochs),
    lanes: numberOr(draft.lanes, USUAL.lanes),
    ...(draft.startText.trim() === '' ? {} : { seedCandidateText: draft.startText }),
    ...(draft.personalDataReason.trim() === '' ? {} : { personalDataReason: draft.personalDataReason }),
    budget: {
      rollouts: numberOrNull(draft.rollouts),
      tokens: numberOrNull(draft.tokens),
      usd: numberOrNull(draft.usd),
      wallMs: minutes === null ? null : Math.round(minutes * 60_000),
      gpuSeconds: numberOrNull(draft.gpuSeconds),
    },
    stopping: {
      patience: numberOrNull(draft.patience),
      targetScore: target === null ? null : target / 100,
    },
    models: modelsOfDraft(draft, { isJudged }),
    ...(isJudged ? { judging: judgingOfDraft(draft) } : {}),
    evaluationCache: cacheOfDraft(draft),
    diversity: diversityOfDraft(draft),
    dispatch: dispatchOfDraft(draft),
    stragglers: stragglersOfDraft(draft),
    spreadRollouts: draft.spreadRollouts,
    ...(draft.insightIds ? { survival: { ids: true } } : {}),
    lanesMax: lanesMaxOfDraft(draft),
  };
}

function evaluationOf(draft: ExperimentDraft) {
  const repetitionsMax = numberOrNull(draft.repetitionsMax);
  return {
    everyExamples: numberOrNull(draft.everyExamples),
    split: draft.evaluationSplit,
    ...(draft.besideMap ? { beside: true } : {}),
    ...(repetitionsMax === null ? {} : { repetitionsMax }),
  };
}

function aggregationOf(draft: ExperimentDraft) {
  // One call has no groups that could be planned, and no second level.
  const isCombee = draft.aggregation === 'combee';
  const isPlanned = draft.plannedGroups && isCombee;
  return {
    kind: draft.aggregation,
    duplication: numberOr(draft.duplication, USUAL.aggregation.duplication),
    reducer: isCombee ? draft.reducer : USUAL.aggregation.reducer,
    grouping: isPlanned ? ('planned' as const) : ('afterBarrier' as const),
  };
}

function batchOf(draft: ExperimentDraft) {
  if (draft.batch === 'static')
    return { kind: 'static' as const, size: numberOr(draft.batchSize, 1), reason: draft.batchReason };
  const floor = shareOrNull(draft.survivalFloor);
  return {
    kind: 'dynamic' as const,
    profileSizes: numbersOf(draft.profileSizes),
    maxBatch: numberOr(draft.maxBatch, USUAL_DYNAMIC.maxBatch),
    ...(floor === null ? {} : { survivalFloor: floor }),
  };
}
