/**
 * The calibration hook of a run: before the first measurement counts, two judges score the same sample of its answers
 * . The answers are paid once, as for any measurement; what is added is 2n judge calls, n by the
 * reference and n for the acting judge's second look. Everything follows from journaled answers, so a replay decides
 * the same. Says who judges from here on; whether the run goes on is asked of `uncalibrated` at the boundary.
 */
import { settleAll } from '@/lib/combee/settle-all';
import type { Example } from '@/lib/domain/example';
import type { JudgingSettings, RunManifest } from '@/lib/domain/manifest';
import type { JudgeSeat } from '@/lib/domain/model-role';
import { isMissing, type Scored } from '@/lib/domain/score';
import { scorerOf } from '@/lib/domain/scored-by';
import { toNanodollars } from '@/lib/domain/spend';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import { type Calibration, calibrationSize, decideCalibration } from '@/lib/evaluation/calibration';
import { judgeAnswer } from '@/lib/evaluation/judge';
import { bindingOfSeat, isJudged, type JudgeSeats, judgeSeats } from '@/lib/evaluation/judge-seats';
import { evaluatorName } from '@/lib/evaluation/program';
import type { Ask } from '@/lib/methods/method';
import { shuffled } from '@/lib/random/shuffle';
import { type ActingJudge, type AnsweredExamples, FIRST_JUDGE_ORDINAL } from './held-out';

/** Nothing where there is nothing to settle: no judging is pinned, or no model judges, which is said once. */
export function calibrationOf(
  context: RunContext,
  state: RunState,
): { readonly settleJudge?: (answered: AnsweredExamples) => Promise<ActingJudge> } {
  const { manifest } = context;
  const { judging } = manifest;
  if (!judging || manifest.kind === 'evaluation') return {};
  if (isJudged(manifest)) {
    return { settleJudge: (answered) => calibrate(context, state, { ...answered, judging }) };
  }
  context.facts.emit('evaluator.calibrated', '', {
    verdict: 'notApplicable',
    judge: evaluatorName(manifest.task.scoring) ?? 'code',
    against: 'none',
    spearman: null,
    lower: null,
    upper: null,
    pairs: 0,
    judgeNoise: null,
    scorer: scorerOf(manifest.task.scoring),
  });
  return {};
}

type Answered = AnsweredExamples & { readonly judging: JudgingSettings };

async function calibrate(context: RunContext, state: RunState, answered: Answered): Promise<ActingJudge> {
  const sample = sampleOf(context, answered);
  const ask = answered.ask;
  const evaluator = await judgeSample({ ...context, ask, sample, seat: 'evaluator', repetition: 0 });
  const seats = judgeSeats(answered.judging, evaluator.usdPerRollout);
  const other = seats.acting === 'evaluator' ? seats.reference : seats.acting;
  if (bindingOfSeat(context.manifest, other) === null)
    return withoutProxy(state, answered.judging, evaluator);
  const second = await judgeSample({ ...context, ask, sample, seat: other, repetition: 0 });
  const [acting, reference] = seats.acting === 'evaluator' ? [evaluator, second] : [second, evaluator];
  const again = await judgeSample({ ...context, ask, sample, seat: seats.acting, repetition: 1 });
  const decided = decideCalibration(
    answered.judging,
    sample.map(({ example: { id } }) => ({
      acting: acting.values.get(id) ?? null,
      reference: reference.values.get(id) ?? null,
      again: again.values.get(id) ?? null,
    })),
  );
  emitCalibrated(context, { ...decided, seats, acting, reference });
  return settle(context, state, { decided, seats, acting, reference });
}

interface Sampled {
  readonly example: Example;
  readonly ordinal: number;
  readonly answer: string;
}

/** Sample of the usable answers, drawn by a random stream of its own; a missing answer cannot be judged. */
function sampleOf({ rng }: RunContext, { examples, answers, judging }: Answered): readonly Sampled[] {
  const usable = examples.flatMap((example, ordinal) => {
    const answer = answers[ordinal];
    return answer?.cause === null ? [{ example, ordinal, answer: answer.text }] : [];
  });
  const size = calibrationSize(judging, usable.length);
  return shuffled(usable, rng.fork('calibration-sample')).slice(0, size);
}

interface SampleScores {
  readonly scores: ReadonlyMap<string, Scored>;
  /** Verdicts that could be read. */
  readonly values: ReadonlyMap<string, number>;
  /** Mean list price; null where the model has none. */
  readonly usdPerRollout: number | null;
}

async function judgeSample(input: {
  readonly manifest: RunManifest;
  readonly ask: Ask;
  readonly sample: readonly Sampled[];
  readonly seat: JudgeSeat;
  readonly repetition: number;
}): Promise<SampleScores> {
  const { scoring } = input.manifest.task;
  const rubric = scoring.kind === 'judge' ? scoring.rubric : '';
  const judged = await settleAll(
    input.sample.map(async ({ example, ordinal, answer }) => {
      const place = { ordinal: FIRST_JUDGE_ORDINAL + ordinal, repetition: input.repetition };
      const { seat, ask } = input;
      return { id: example.id, ...(await judgeAnswer({ rubric, example, answer, ...place, seat, ask })) };
    }),
  );
  const costs = judged.flatMap(({ asked }) => asked.map(({ costUsd }) => costUsd));
  const known = costs.filter((cost) => cost !== null);
  const sum = known.reduce((total, cost) => total + cost, 0);
  return {
    scores: new Map(judged.map(({ id, score }) => [id, score])),
    values: new Map(judged.flatMap(({ id, score }) => (isMissing(score) ? [] : [[id, score.value]]))),
    usdPerRollout:
      known.length < costs.length || known.length === 0 ? null : toNanodollars(sum / judged.length),
  };
}

interface Outcome {
  readonly decided: Calibration;
  readonly seats: JudgeSeats;
  readonly acting: SampleScores;
  readonly reference: SampleScores;
}

function emitCalibrated(
  { facts, manifest }: RunContext,
  { seats, acting, reference, ...decided }: Calibration & Omit<Outcome, 'decided'>,
): void {
  facts.emit('evaluator.calibrated', '', {
    ...decided,
    judge: nameOf(manifest, seats.acting),
    against: nameOf(manifest, seats.reference),
    seat: seats.acting,
    againstSeat: seats.reference,
    judgeUsdPerRollout: acting.usdPerRollout,
    againstUsdPerRollout: reference.usdPerRollout,
    costCeilingUsd: manifest.judging?.costCeilingUsd ?? null,
  });
}

/**
 * A forced proposer that did not pass gives the seat back by itself; no score of its own has counted by then. A proxy
 * is allowed only calibrated, and the ceiling forbids its elder. A separate evaluator ends the run only on a fail:
 * what cannot be told blocks a promotion later, not the run (A4).
 */
function settle(
  context: RunContext,
  state: RunState,
  { decided, seats, acting, reference }: Outcome,
): ActingJudge {
  const { verdict, spearman, pairs, minPairs, spearmanMin } = decided;
  const calibration = { verdict, spearman, pairs, minPairs, spearmanMin };
  if (verdict !== 'passed' && seats.acting === 'proposer') {
    const [from, to] = [nameOf(context.manifest, 'proposer'), nameOf(context.manifest, 'evaluator')];
    context.facts.emit('evaluator.reverted', '', { from, to, calibration });
    state.judge = 'evaluator';
    return { seat: 'evaluator', known: reference.scores };
  }
  if (verdict === 'failed' || (verdict !== 'passed' && seats.acting === 'proxy'))
    state.uncalibrated = calibration;
  state.judge = seats.acting;
  return { seat: seats.acting, known: acting.scores };
}

/** Refused at the start already; a manifest that was made elsewhere ends here for the same reason. */
function withoutProxy(state: RunState, judging: JudgingSettings, evaluator: SampleScores): ActingJudge {
  state.uncalibrated = { usdPerRollout: evaluator.usdPerRollout, ceilingUsd: judging.costCeilingUsd };
  return { seat: 'evaluator', known: evaluator.scores };
}

function nameOf(manifest: RunManifest, seat: JudgeSeat): string {
  return bindingOfSeat(manifest, seat)?.model ?? 'none';
}
