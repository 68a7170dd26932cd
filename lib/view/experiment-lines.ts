import type { ExperimentConfig } from '@/lib/contracts/experiment-config';
import type { RunManifest } from '@/lib/domain/manifest';
import { methodWords } from '@/lib/domain/method-words';
import { MODEL_ROLES, type ModelRole } from '@/lib/domain/model-role';
import { type AceChoices, aceWords } from './experiment-ace';
import {
  describeCache,
  describeDispatch,
  describeDiversity,
  describeJudging,
  describeStragglers,
  describeWorkers,
} from './experiment-setting-words';
import {
  describeAggregation,
  describeBatch,
  describeBudget,
  describeEvaluation,
  describeStopping,
  ROLE_TERMS,
  type SettingLine,
} from './manifest-lines';
import { formatCount, plural } from './numbers';

/** Settings that an experiment shows before a run has pinned them. */
export interface ExperimentSettings {
  readonly taskName: string;
  readonly datasetName: string;
  readonly splitName: string;
  readonly config: Pick<
    RunManifest,
    'aggregation' | 'batch' | 'evaluation' | 'epochs' | 'lanes' | 'budget' | 'stopping'
  > &
    Pick<
      ExperimentConfig,
      'dispatch' | 'stragglers' | 'diversity' | 'judging' | 'evaluationCache' | 'spreadRollouts' | 'lanesMax'
    > & {
      readonly method: { readonly name: string } & AceChoices;
      readonly models: Partial<Record<ModelRole, ChosenModel | undefined>>;
    };
}

export function describeExperiment(experiment: ExperimentSettings): readonly SettingLine[] {
  const { config } = experiment;
  return [
    { term: 'Task', value: experiment.taskName },
    { term: 'Data set · split', value: `${experiment.datasetName} · ${experiment.splitName}` },
    { term: 'Method', value: methodLine(config.method) },
    { term: 'Aggregation', value: describeAggregation(config.aggregation) },
    { term: 'Batch size', value: describeBatch(config.batch) },
    { term: 'Evaluation', value: describeEvaluation(config.evaluation) },
    { term: 'Budget', value: describeBudget(config.budget) },
    { term: 'Stopping', value: describeStopping(config.stopping) },
    { term: 'Lanes · epochs', value: `${config.lanes} · ${config.epochs}` },
    ...MODEL_ROLES.map((role) => ({
      term: ROLE_TERMS[role],
      value: modelWords(config.models[role]),
    })),
    { term: 'Scheduling', value: describeDispatch(config.dispatch) },
    { term: 'Slow calls', value: describeStragglers(config) },
    { term: 'Diversity', value: describeDiversity(config.diversity) },
    { term: 'Judging, where a judge scores', value: describeJudging(config.judging) },
    { term: 'Evaluation cache', value: describeCache(config.evaluationCache) },
    { term: 'Workers', value: describeWorkers(config) },
  ];
}

function methodLine(method: ExperimentSettings['config']['method']): string {
  const { name, maxRounds } = method;
  const rounds = maxRounds === undefined ? '' : `, ${plural(maxRounds, 'reflection round')}`;
  return `${methodWords(name)}${rounds}${name === 'ace' ? aceWords(method) : ''}`;
}

interface ChosenModel {
  readonly model: string;
  readonly maxTokens?: number | undefined;
}

function modelWords(chosen: ChosenModel | undefined): string {
  if (chosen === undefined) return 'not chosen';
  const { model, maxTokens } = chosen;
  return maxTokens === undefined ? model : `${model}, replies of up to ${formatCount(maxTokens)} tokens`;
}
