/**
 * Facts of one run that a claim needs, from its ledger: when it reached which held-out score, and what it used.
 * Everything here is a projection of facts; nothing is typed by a person. Knows nothing of other runs.
 *
 * Two times (rulings E1): `learningWallMs` is map, shuffle and scan without evaluation, and every ratio uses it;
 * `totalWallMs` adds the measurements, and is shown next to it.
 */

import { isPriced } from '@/lib/domain/asked-roles';
import type { FactOf } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Measurement } from '@/lib/domain/score';
import { withMissing } from '@/lib/domain/scored-count';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import type { ScoredExamples } from '@/lib/stats/scored-examples';
import { runGain } from './claims/run-gain';

export interface MeasuredPoint extends ScoredExamples {
  /** -1 = the prompt that the run began with. */
  readonly iteration: number;
  readonly trainExamplesSeen: number;
  /** Training rollouts until this point. */
  readonly rollouts: number;
  readonly candidateHash: string;
  readonly score: Measurement;
  /** Best on held-out so far: the last such point is what the run leaves behind. */
  readonly best: boolean;
  /** Learning time until this point. */
  readonly learningMs: number;
  /** The same with the measurements, this one among them. */
  readonly totalMs: number;
}

export interface RunRecord {
  readonly runId: string;
  readonly label: string;
  readonly manifest: RunManifest;
  readonly practice: boolean;
  readonly points: readonly MeasuredPoint[];
  /** The prompt that the run began with, and the one that it leaves behind; null before they were measured. */
  readonly original: MeasuredPoint | null;
  readonly chosen: MeasuredPoint | null;
  /** Chosen minus original, corrected for the choice (./claims/run-gain); null before a second prompt was measured. */
  readonly gain: PairedDifference | null;
  /** Sum over untainted iterations. */
  readonly learningWallMs: number;
  readonly totalWallMs: number;
  /** Iterations that a crash or a pause cut, so that only a part of their time is known. */
  readonly taintedIterations: number;
  readonly iterations: number;
  /** As if every answer had been paid (rulings J5); null where a model has no price. */
  readonly costUsd: number | null;
  readonly rollouts: number;
  readonly evaluationRollouts: number;
  readonly tokens: number;
  readonly calls: number;
}

type Closed = FactOf<'iteration.closed'>['data'];

/** The fields of a closed iteration that a record uses: a long run has thousands of iterations. */
export interface ClosedIteration {
  readonly data: Pick<Closed, 'iteration' | 'trainExamplesSeen'> & {
    readonly spend: Pick<Closed['spend'], 'rollouts'> & Partial<Closed['spend']>;
  };
  readonly measured: { readonly learningMs?: number; readonly tainted?: boolean };
}

export interface RecordFacts {
  readonly measured: readonly FactOf<'heldOut.measured'>[];
  /** In the order of their closing. */
  readonly closed: readonly ClosedIteration[];
  readonly finished: FactOf<'run.finished'> | null;
}

export function runRecord(
  run: Pick<RunRecord, 'runId' | 'label' | 'manifest' | 'practice'>,
  facts: RecordFacts,
): RunRecord {
  const learningUntil = learningTimes(facts.closed);
  const points = facts.measured
    // A measurement that a cap cut short decides nothing, here as in the loop.
    .filter(({ data }) => data.split === 'heldOut' && data.incomplete === undefined)
    .map(({ data }) => {
      const learningMs = learningUntil(data.iteration);
      const totalMs = learningMs + evaluationUntil(facts.measured, data.iteration);
      const score = withMissing(data.score, data.missing);
      return { ...data, score, rollouts: rolloutsUntil(facts.closed, data.iteration), learningMs, totalMs };
    });
  const spend = facts.finished?.data.spend ?? facts.closed.at(-1)?.data.spend;
  const learningWallMs = untainted(facts.closed).reduce((sum, fact) => sum + learningOf(fact), 0);
  const evaluationMs = evaluationUntil(facts.measured, Number.POSITIVE_INFINITY);
  const original = points[0] ?? null;
  const chosen = points.findLast(({ best }) => best) ?? null;
  return {
    ...run,
    points,
    original,
    chosen,
    gain: original && (runGain(points) ?? unchanged(original)),
    learningWallMs,
    totalWallMs: learningWallMs + evaluationMs,
    taintedIterations: facts.closed.length - untainted(facts.closed).length,
    iterations: facts.closed.length,
    costUsd: isPriced(run.manifest) ? (spend?.costUsd ?? null) : null,
    rollouts: spend?.rollouts ?? 0,
    evaluationRollouts: spend?.evaluationRollouts ?? 0,
    tokens: (spend?.tokensIn ?? 0) + (spend?.tokensOut ?? 0),
    calls: spend?.calls ?? 0,
  };
}

/** A prompt that is still the original one gains nothing, for certain. */
const unchanged = ({ score: { n, missing } }: MeasuredPoint): PairedDifference => ({
  ...{ mean: 0, lower: 0, upper: 0, n },
  ...(missing ? { missing } : {}),
});

const untainted = (closed: readonly ClosedIteration[]) =>
  closed.filter(({ measured }) => measured.tainted !== true);
/** Rollouts spent up to and including an iteration; 0 for the original prompt, which is measured before any. */
const rolloutsUntil = (closed: readonly ClosedIteration[], iteration: number) =>
  closed[closedUntil(closed, iteration) - 1]?.data.spend.rollouts ?? 0;

const learningOf = ({ measured }: ClosedIteration) => measured.learningMs ?? 0;

function evaluationUntil(measured: RecordFacts['measured'], iteration: number): number {
  return measured.reduce(
    (sum, { data, measured: timing }) => sum + (data.iteration <= iteration ? (timing.evaluationMs ?? 0) : 0),
    0,
  );
}

/**
 * Learning time of the iterations up to and with this one. A tainted iteration was measured in part only; leaving it
 * out would make a run look faster for having crashed, so it counts at the pace of the whole ones:
 *
 *     T = sum(untainted learningMs) * examples seen / examples of untainted iterations
 *
 * A search that uses up no examples of the training order (MIPROv2) has its pace in iterations instead.
 */
function learningTimes(closed: readonly ClosedIteration[]): (iteration: number) => number {
  let all = { examples: 0, iterations: 0 };
  let whole = { ms: 0, examples: 0, iterations: 0 };
  // After each iteration, so that thousands of them are gone through once and not for every measurement.
  const after = closed.map((fact) => {
    const examples = fact.data.trainExamplesSeen - all.examples;
    all = { examples: fact.data.trainExamplesSeen, iterations: all.iterations + 1 };
    if (fact.measured.tainted !== true) {
      whole = {
        ms: whole.ms + learningOf(fact),
        examples: whole.examples + examples,
        iterations: whole.iterations + 1,
      };
    }
    const pace = all.examples === 0 ? ('iterations' as const) : ('examples' as const);
    return whole[pace] === 0 ? 0 : (whole.ms * all[pace]) / whole[pace];
  });
  return (iteration) => after[closedUntil(closed, iteration) - 1] ?? 0;
}

/** How many were closed up to and with this one. Halved, not walked: each measurement of a long run asks. */
function closedUntil(closed: readonly ClosedIteration[], iteration: number): number {
  let [low, high] = [0, closed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((closed[middle]?.data.iteration ?? 0) <= iteration) low = middle + 1;
    else high = middle;
  }
  return low;
}
