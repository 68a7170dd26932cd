import type { EvaluationSummaryView } from '@/lib/contracts/evaluations';
import { type ExperimentConfig, experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import type { ModelRole } from '@/lib/domain/model-role';
import { scoredBy } from '@/lib/domain/scored-by';
import type { ScoringSpec } from '@/lib/domain/scoring';

import { type JudgeUse, judgeTradeOff } from '@/lib/report/judge-trade-off';
import { countHits, countKept, listInvalidations, meanJudgeTokens } from '@/server/repositories/evaluations';
import { findTask, getExperimentRow } from '@/server/repositories/experiments';
import { listExamplesOfSplit } from '@/server/repositories/splits';
import { resolveModels, resolveProxy } from '@/server/services/runs/resolve-models';

/** Savings of an experiment by the evaluation cache, and the cost of each possible judge. */
export async function readEvaluationSummary(
  actor: Actor<'read'>,
  { experimentId }: { readonly experimentId: string },
): Promise<EvaluationSummaryView> {
  const { workspaceId } = actor;
  const experiment = await getExperimentRow(workspaceId, experimentId);
  const config = experimentConfig.parse(experiment.config);
  const [runs, kept, invalidations, judging] = await Promise.all([
    countHits(workspaceId, experimentId),
    countKept(workspaceId, experimentId),
    listInvalidations(workspaceId, experimentId),
    judgingOf(workspaceId, experiment, config),
  ]);
  const asked = runs.reduce((sum, run) => sum + run.asked, 0);
  const hits = runs.reduce((sum, run) => sum + run.hits, 0);
  return {
    experimentId,
    cache: config.evaluationCache,
    asked,
    hits,
    hitRate: asked === 0 ? null : hits / asked,
    savedUsd: runs.reduce((sum, run) => sum + run.savedUsd, 0),
    kept,
    runs: [...runs],
    invalidations: invalidations.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
    judging,
  };
}

interface Experiment {
  readonly id: string;
  readonly taskId: string;
  readonly splitId: string;
}

async function judgingOf(
  workspaceId: string,
  experiment: Experiment,
  config: ExperimentConfig,
): Promise<EvaluationSummaryView['judging']> {
  const [task, bindings, proxy, examples] = await Promise.all([
    findTask(workspaceId, experiment.taskId),
    resolveModels(workspaceId, config),
    resolveProxy(workspaceId, config),
    listExamplesOfSplit(experiment.splitId, config.evaluation.split),
  ]);
  const scoring = task?.scoring as ScoringSpec | undefined;
  const { judge, costCeilingUsd } = config.judging;
  const about = { judge, costCeilingUsd, examples: examples.length };
  if (scoring?.kind !== 'judge') {
    return {
      ...about,
      scoredBy: scoring ? scoredBy(scoring) : 'code',
      basis: null,
      costs: [],
    };
  }
  const { basis, ...use } = await tokensOf(workspaceId, experiment.id, { rubric: scoring.rubric, examples });
  const models = complete(bindings);
  const manifest = models && { models, judging: { ...config.judging, proxy } };
  const costs = manifest ? judgeTradeOff(manifest, { ...use, examples: examples.length }) : [];
  return { ...about, scoredBy: 'judge', basis, costs };
}

/** Nothing to compare before all roles have a model. */
function complete(bindings: Record<ModelRole, ModelBinding | null>): RunManifest['models'] | null {
  const { serving, proposer, evaluator } = bindings;
  return serving && proposer && evaluator ? { serving, proposer, evaluator } : null;
}

const CHARACTERS_PER_TOKEN = 4;
/** The judge's own instructions, and a verdict with a sentence of reasoning. */
const PROMPT_TOKENS = 130;
const VERDICT_TOKENS = 60;

interface Texts {
  readonly rubric: string;
  readonly examples: readonly {
    readonly question: string;
    readonly context: string;
    readonly expected: string;
  }[];
}

/** As measured in this experiment's runs; before the first, from the lengths of what a judge would read. */
async function tokensOf(
  workspaceId: string,
  experimentId: string,
  { rubric, examples }: Texts,
): Promise<Omit<JudgeUse, 'examples'> & { readonly basis: 'measured' | 'estimated' }> {
  const { calls, tokensIn, tokensOut } = await meanJudgeTokens(workspaceId, experimentId);
  if (calls > 0 && tokensIn !== null && tokensOut !== null) return { basis: 'measured', tokensIn, tokensOut };
  const characters = examples.reduce(
    (sum, { question, context, expected }) => sum + question.length + context.length + 2 * expected.length,
    0,
  );
  const mean = examples.length === 0 ? 0 : characters / examples.length;
  return {
    basis: 'estimated',
    tokensIn: Math.ceil((mean + rubric.length) / CHARACTERS_PER_TOKEN) + PROMPT_TOKENS,
    tokensOut: VERDICT_TOKENS,
  };
}
