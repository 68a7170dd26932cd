import { type ExperimentConfig, experimentConfig } from '@/lib/contracts/experiment-config';
import type { TraceScoringView } from '@/lib/contracts/trace-scoring-shapes';
import type { Actor } from '@/lib/domain/actor';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { ModelBinding } from '@/lib/domain/manifest';
import { type ScoringSpec, scoringSpec } from '@/lib/domain/scoring';
import {
  TRACE_EVALUATOR_KINDS,
  type TraceEvaluator,
  type TraceEvaluatorKind,
} from '@/lib/domain/trace-scoring';
import { AppError } from '@/lib/errors/app-error';
import { TRACE_JUDGE_PROMPT_HASH } from '@/lib/evaluation/judge-trace';
import { evaluatorName } from '@/lib/evaluation/program';
import { TRAJECTORY_BUDGET_TOKENS } from '@/lib/trajectory/condense';
import { findTask, getExperimentRow } from '@/server/repositories/experiments';
import { listScoringExperiments } from '@/server/repositories/scoring-experiments';
import { assertNotArchived } from '@/server/services/launches/may-start';
import { resolveModels } from '@/server/services/runs/resolve-models';

/** Evaluators of experiments, as collected traces are scored by them. */
type EvaluatorView = TraceScoringView['evaluator'];

/** One that several experiments share is listed once, with the newest of them. */
export async function listTraceEvaluators({
  workspaceId,
}: Actor<'read'>): Promise<{ items: EvaluatorView[] }> {
  const rows = await listScoringExperiments(workspaceId, TRACE_EVALUATOR_KINDS);
  const found = new Map<string, EvaluatorView>();
  for (const { id, task, config } of rows) {
    const scoring = scoringSpec.parse(task.scoring);
    const choice = judgeChoice(experimentConfig.parse(config));
    if (scoring.kind === 'judge' && choice === undefined) continue;
    const target = evaluatorName(scoring) ?? choice?.model ?? '';
    const name = nameOf(task.name, scoring, target);
    const key = scoring.kind === 'judge' ? canonicalHash([task.id, choice]) : task.id;
    if (!found.has(key))
      found.set(key, { experimentId: id, kind: scoring.kind as TraceEvaluatorKind, name, target });
  }
  return { items: [...found.values()] };
}

/** The evaluator of an experiment as a scoring pins it. @throws AppError where it scores no traces */
export async function pinnedTraceEvaluator(
  workspaceId: string,
  experimentId: string,
): Promise<TraceEvaluator> {
  const row = await getExperimentRow(workspaceId, experimentId);
  assertNotArchived(row);
  const task = await findTask(workspaceId, row.taskId);
  const scoring = scoringSpec.parse(task?.scoring);
  const base = { experimentId, taskId: row.taskId, scoring };
  const taskName = row.task.name;
  switch (scoring.kind) {
    case 'http':
    case 'command':
      return { ...base, kind: scoring.kind, name: taskName, judge: null };
    case 'judge': {
      const config = experimentConfig.parse(row.config);
      const binding = (await resolveModels(workspaceId, config))[seatOf(config)];
      if (binding === null) throw noModel(taskName);
      const { sampleShare, minPairs, spearmanMin } = config.judging;
      const rule = { sampleShare, minPairs, spearmanMin };
      const judge = { binding, rule, hash: judgeHash(scoring.rubric, binding) };
      return { ...base, kind: 'judge', name: nameOf(taskName, scoring, binding.model), judge };
    }
    default:
      throw new AppError(
        'STATE_CONFLICT',
        `${taskName} compares answers with expected ones; traces have none.`,
        {
          howToProceed: ['Choose an experiment with an HTTP evaluator, a program or a judge.'],
        },
      );
  }
}

export function evaluatorView({ experimentId, kind, name, scoring, judge }: TraceEvaluator): EvaluatorView {
  return { experimentId, kind, name, target: evaluatorName(scoring) ?? judge?.binding.model ?? '' };
}

export const isPracticeJudge = ({ judge }: TraceEvaluator) => judge?.binding.practice ?? false;

/** Where an experiment has its proposer judge, it judges traces too, and people say whether it may. */
const seatOf = ({ judging }: ExperimentConfig) => (judging.judge === 'proposer' ? 'proposer' : 'evaluator');
const judgeChoice = (config: ExperimentConfig) => config.models[seatOf(config)];

/** The name of the scores, which agents and people see. */
const nameOf = (task: string, { kind }: ScoringSpec, model: string) =>
  kind === 'judge' ? `${task} (${model})` : task;

function judgeHash(rubric: string, binding: ModelBinding): string {
  const { providerId, origin, model, temperature, maxTokens, behaviouralHeaders, practiceSettings } = binding;
  return canonicalHash({
    ...{ prompt: TRACE_JUDGE_PROMPT_HASH, budget: TRAJECTORY_BUDGET_TOKENS, rubric },
    ...{ providerId, origin, model, temperature, maxTokens },
    behaviouralHeaders: behaviouralHeaders ?? null,
    practiceSettings: practiceSettings ?? null,
  });
}

const noModel = (task: string) =>
  new AppError('STATE_CONFLICT', `The model that judges ${task} is not there (any more).`, {
    howToProceed: ['Choose a model for the evaluator in the experiment.'],
  });
