/**
 * Expected usage of a sweep's cell, before anything is started. An estimate: examples that are answered wrong take
 * further rounds, a search accepts what it accepts, and prompts grow while they learn. What a run of the same task took
 * is a better guide than lengths of texts, so `basis` says which of the two it is. Costs no call.
 */

import { askedModels, hasPrice } from '@/lib/domain/asked-roles';
import { everyTenth } from '@/lib/domain/claim-settings';
import type { RunManifest } from '@/lib/domain/manifest';
import { rolloutsPerExample } from '@/lib/domain/method-settings';
import type { ModelRole } from '@/lib/domain/model-role';
import { type ExpectedCell, NO_SWEEP_AMOUNT, type SweepCell } from '@/lib/domain/sweep';
import { selectionOnTrain } from './selection-on-train';
import { aggregationLevels, callsOfArm } from './sweep-aggregation';

/** Means of one call. */
export interface CallBasis {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly delayMs: number;
}

export interface EstimateBasis {
  readonly answer: CallBasis;
  readonly reflect: CallBasis;
  readonly aggregate: CallBasis;
  /** How many ended runs the means come from; 0 = from lengths of texts and the published delay. */
  readonly runs: number;
  /** How many past rollouts of the agent's version an answer is the mean of; null = no agent. */
  readonly rollouts: number | null;
}

export interface CellEstimate extends ExpectedCell {
  /** Accelerator time of all calls; null where a provider's profile does not say it. */
  readonly gpuSeconds: number | null;
}

export interface SweepEstimate extends Omit<CellEstimate, 'gpuSeconds'> {
  readonly cells: number;
  /** With so many runs at once. */
  readonly wallMs: number;
  readonly basisRuns: number;
  readonly basisRollouts: number | null;
  /** Dollars are no number where a model has no price. */
  readonly isPriced: boolean;
}

/** sigma of log-normal call delays (rulings P2): what a barrier over w calls waits for grows with it. */
const SIGMA = 0.5;
/** Examples that want a second round, where rounds are allowed. */
const WRONG_SHARE = 0.35;
/** Proposals that a search takes over, so that the selection split is answered. */
const ACCEPTED_SHARE = 0.5;

interface Counts {
  readonly answers: number;
  readonly reflections: number;
  readonly aggregations: number;
}

export function estimateCell(cell: SweepCell, base: RunManifest, basis: EstimateBasis): CellEstimate {
  const held = base.split.counts[base.evaluation.split];
  const answerLanes = rolloutLanes(base);
  const evaluationMs = waveMs(held, answerLanes, basis.answer.delayMs);
  if (cell.batchSize === null) {
    return amounts(base, basis, {
      counts: { answers: held, reflections: 0, aggregations: 0 },
      rollouts: 0,
      evaluationRollouts: held,
      learningMs: 0,
      totalMs: evaluationMs,
    });
  }
  const examples = base.split.counts.train * base.epochs;
  const size = Math.max(1, Math.min(cell.batchSize, examples));
  const iterations = Math.ceil(examples / size);
  const { method, lanes } = base;
  const every = base.evaluation.everyExamples ?? everyTenth(base.split.counts.train);
  const measurements = 1 + Math.min(iterations, Math.ceil(examples / every));
  const isAce = method.name === 'ace';
  const extra = isAce ? (method.maxRounds - 1) * WRONG_SHARE : 0;
  const answered = isAce ? 1 + extra : rolloutsPerExample(method);
  // The rollouts of collected traces took place before the run.
  const perExample = base.traces === undefined ? answered : 0;
  const onTrain = selectionOnTrain(base, { iterations, acceptedShare: ACCEPTED_SHARE });
  const rollouts = Math.round(examples * perExample + onTrain);
  const searched = selectionAnswers(base, iterations);
  const scans = callsOfArm(cell.arm, size);
  const counts = {
    answers: rollouts + measurements * held + searched,
    // GEPA writes its records without a call; the others reflect on each example.
    reflections: method.name === 'gepa' ? 0 : examples * (1 + extra),
    aggregations: iterations * scans,
  };
  const chainMs =
    basis.answer.delayMs * perExample + (method.name === 'gepa' ? 0 : basis.reflect.delayMs * (1 + extra));
  const learningMs =
    iterations *
      (waveMs(size, answerLanes, chainMs) +
        aggregationLevels(cell.arm, size) * waveMs(scans, lanes, basis.aggregate.delayMs)) +
    waveMs(searched + onTrain, answerLanes, basis.answer.delayMs);
  return amounts(base, basis, {
    counts,
    rollouts,
    evaluationRollouts: measurements * held,
    learningMs,
    totalMs: learningMs + measurements * evaluationMs,
  });
}

/** Rollouts that run at once: the smaller of the run's lanes and the limit of its agent. */
export function rolloutLanes({ lanes, agent }: Pick<RunManifest, 'lanes' | 'agent'>): number {
  return Math.min(lanes, agent?.settings.rolloutsMax ?? lanes);
}

/** Answers on the selection split: the whole of it for the seed and for each candidate that a search takes over. */
export function selectionAnswers({ method, split }: RunManifest, iterations: number): number {
  const selection = split.counts.selection;
  if (method.name === 'gepa') return selection * (1 + iterations * ACCEPTED_SHARE);
  if (method.name === 'textgrad') return method.revertIfWorse ? selection * (1 + iterations) : 0;
  if (method.name !== 'mipro') return 0;
  const whole = 1 + Math.ceil(method.trials / method.fullEvaluationEvery);
  return whole * selection + method.trials * Math.min(method.minibatch, selection);
}

/** A barrier over w calls at once waits for the slowest: about exp(sigma sqrt(2 ln w)) medians. */
function waveMs(calls: number, lanes: number, delayMs: number): number {
  if (calls <= 0) return 0;
  const width = Math.min(calls, lanes);
  return Math.ceil(calls / lanes) * delayMs * Math.exp(SIGMA * Math.sqrt(2 * Math.log(Math.max(1, width))));
}

interface Asked extends Omit<CellEstimate, 'usd' | 'tokens' | 'calls' | 'gpuSeconds'> {
  readonly counts: Counts;
}

function amounts(base: RunManifest, basis: EstimateBasis, { counts, ...rest }: Asked): CellEstimate {
  // Where a judge scores, each answer is read once more.
  const judged = base.task.scoring.kind === 'judge' ? counts.answers : 0;
  const groups: readonly [number, CallBasis, ModelRole][] = [
    [counts.answers, basis.answer, 'serving'],
    [judged, basis.answer, 'evaluator'],
    [counts.reflections, basis.reflect, 'proposer'],
    [counts.aggregations, basis.aggregate, 'proposer'],
  ];
  let { usd, tokens } = NO_SWEEP_AMOUNT;
  let calls = 0;
  let gpuSeconds: number | null = 0;
  for (const [count, { tokensIn, tokensOut, delayMs }, role] of groups) {
    const { usdPerMillionIn, usdPerMillionOut, acceleratorsPerCall = null } = base.models[role];
    calls += count;
    // A role that is never asked keeps nothing busy, so it needs no profile.
    if (count > 0 && acceleratorsPerCall === null) gpuSeconds = null;
    if (gpuSeconds !== null) gpuSeconds += (count * delayMs * (acceleratorsPerCall ?? 0)) / 1000;
    tokens += count * (tokensIn + tokensOut);
    usd += (count * (tokensIn * (usdPerMillionIn ?? 0) + tokensOut * (usdPerMillionOut ?? 0))) / 1e6;
  }
  return { ...rest, calls: Math.round(calls), tokens: Math.round(tokens), usd, gpuSeconds };
}

export function estimateSweep(input: {
  readonly cells: readonly SweepCell[];
  readonly base: RunManifest;
  readonly basis: EstimateBasis;
  readonly concurrent: number;
}): SweepEstimate {
  const each = input.cells.map((cell) => estimateCell(cell, input.base, input.basis));
  const total = (pick: (estimate: CellEstimate) => number) => each.reduce((sum, one) => sum + pick(one), 0);
  const totalMs = total((one) => one.totalMs);
  const longest = Math.max(0, ...each.map((one) => one.totalMs));
  return {
    cells: each.length,
    usd: total((one) => one.usd),
    tokens: total((one) => one.tokens),
    rollouts: total((one) => one.rollouts),
    calls: total((one) => one.calls),
    evaluationRollouts: total((one) => one.evaluationRollouts),
    learningMs: total((one) => one.learningMs),
    totalMs,
    wallMs: Math.max(longest, totalMs / Math.min(input.concurrent, Math.max(1, each.length))),
    basisRuns: input.basis.runs,
    basisRollouts: input.basis.rollouts,
    isPriced: askedModels(input.base).every(({ binding }) => hasPrice(binding)),
  };
}
