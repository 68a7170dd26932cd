import type { ExperimentConfig } from '@/lib/contracts/experiment-config';
import { formatCount, formatUsd, plural } from './numbers';
import { OPERATOR_WORDS } from './run-diversity';

/**
 * The settings of the engine in one line each: above a closed section of the form, and in the list of an experiment
 * that has them. Empty for what is switched off is never an empty line: it says that it is off.
 */
type Config = Pick<
  ExperimentConfig,
  | 'dispatch'
  | 'stragglers'
  | 'aggregation'
  | 'diversity'
  | 'judging'
  | 'evaluationCache'
  | 'spreadRollouts'
  | 'lanesMax'
>;

/** As an experiment says it, or as a run has pinned it. */
export function describeDispatch(
  dispatch: Pick<
    NonNullable<Config['dispatch']>,
    'maxWaitMs' | 'utilisationFloor' | 'rewardVarianceFloor' | 'tokenBudget' | 'preemption' | 'queueTarget'
  > | null,
): string {
  if (dispatch === null) return 'Off: each call goes as soon as a lane is free';
  const { queueTarget, maxWaitMs, utilisationFloor, rewardVarianceFloor } = dispatch;
  const triggers = [
    ...(queueTarget === null
      ? []
      : [queueTarget === 'lanes' ? 'as many wait as there are lanes' : `${formatCount(queueTarget)} wait`]),
    ...(maxWaitMs === null ? [] : [`after ${formatCount(maxWaitMs)} ms`]),
    ...(utilisationFloor === null ? [] : [`below ${percent(utilisationFloor)} busy`]),
    ...(rewardVarianceFloor === null ? [] : [`reward variance below ${rewardVarianceFloor}`]),
  ];
  const when = triggers.length === 0 ? 'No trigger is set' : `Sends when ${triggers.join(', or ')}`;
  return `${when}; ${formatCount(dispatch.tokenBudget)} tokens a batch; pre-emption: ${dispatch.preemption ?? 'not said'}`;
}

/** Planned grouping belongs to the aggregation, but is asked for in the same breath. */
export function describeStragglers({
  stragglers,
  aggregation,
}: {
  readonly stragglers: Config['stragglers'];
  readonly aggregation: { readonly grouping?: Config['aggregation']['grouping'] | undefined };
}): string {
  const carryOver = stragglers?.carryOverAfterShare ?? null;
  const on = [
    ...(carryOver === null ? [] : [`carried over after ${percent(carryOver)}`]),
    ...(aggregation.grouping === 'planned' ? ['groups planned ahead'] : []),
    ...(stragglers?.overlap ? ['next map overlaps this reduce'] : []),
  ];
  return on.length === 0 ? 'Every iteration waits for all of its calls' : on.join(' · ');
}

export function describeDiversity(diversity: Config['diversity']): string {
  if (diversity === null) return 'Off';
  const { operators = [], adaptAfterIteration, temperature = [] } = diversity;
  const pool = operators
    .map(({ kind, weight }) => `${OPERATOR_WORDS[kind].toLowerCase()} ${weight}`)
    .join(', ');
  const steps = temperature
    .map((step) => `${step.temperature} from iteration ${step.fromIteration + 1}`)
    .join(', ');
  return [
    pool === '' ? 'no operator' : pool,
    adaptAfterIteration == null
      ? 'weights stay'
      : `weights adapt after ${plural(adaptAfterIteration, 'iteration')}`,
    steps === '' ? 'no temperature schedule' : `temperature ${steps}`,
    diversity.similarityMax == null ? 'no rule against copies' : `similarity ≤ ${diversity.similarityMax}`,
    diversity.reseedAfterCollapsed == null
      ? 'never starts afresh'
      : `starts afresh after ${plural(diversity.reseedAfterCollapsed, 'collapsed iteration')}`,
  ].join(' · ');
}

/** As much of it as a form knows before the API has filled the rest in. */
type Judging = Omit<Config['judging'], 'proxy'> & { readonly proxy: { readonly model: string } | null };

export function describeJudging(judging: Judging): string {
  const judge =
    judging.judge === 'separate'
      ? 'Separate evaluator'
      : `The proposer, forced: ${judging.forcedReason ?? 'no reason given'}`;
  const ceiling =
    judging.costCeilingUsd === null
      ? []
      : [
          `at most ${formatUsd(judging.costCeilingUsd)} a rollout, then ${judging.proxy?.model ?? 'no proxy'}`,
        ];
  return [
    judge,
    `calibrated on ${percent(judging.sampleShare)}, at least ${plural(judging.minPairs, 'pair')}`,
    `Spearman ≥ ${judging.spearmanMin}`,
    ...ceiling,
  ].join(' · ');
}

export function describeCache(cache: Pick<Config['evaluationCache'], 'read' | 'offReason'>): string {
  return cache.read ? 'On' : `Off: ${cache.offReason || 'no reason given'}`;
}

export function describeWorkers({
  spreadRollouts,
  lanesMax,
}: Pick<Config, 'spreadRollouts' | 'lanesMax'>): string {
  const spread = spreadRollouts ? 'Rollouts spread over all workers' : 'One worker carries the run';
  return lanesMax === null
    ? `${spread} · lanes stay`
    : `${spread} · lanes raised up to ${formatCount(lanesMax)}`;
}

const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;
