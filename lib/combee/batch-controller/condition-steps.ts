import { tCritical } from '@/lib/stats/student-t';
import { type DelayModel, delayModel } from './delay-model';
import type { DelayPoint } from './delay-points';

/**
 * Finds the iterations at which conditions changed: a slower provider, other hardware, another load.
 *
 * Why: the profile was taken under old conditions and at small sizes, today's iterations run at one large size. If
 * all calls become twice as slow, a single line through both would read the large size as unrewarding, that is a
 * smaller alpha, and would move the batch the wrong way. A step of the level says what happened: A doubled, alpha
 * did not change.
 *
 * Three conditions keep it honest:
 * - the sizes on the two sides overlap; beyond the range of the old ones a step and a bend cannot be told apart,
 *   and then no step is claimed (the bend stays in alpha until a size is seen on both sides);
 * - the step is at least 30 %, the same error that makes a confirming iteration call for a new fit;
 * - it differs from zero at the 99 % level of Student's t, with at least one degree of freedom left.
 */
const STEP_MIN = Math.log(1.3);
/** Sizes within a quarter of each other count as the same ground. */
const OVERLAP = 1.25;
/** Higher than the usual 95 %, since the best of many places is taken. */
const CONFIDENCE = 0.99;
/** More changes than this in one history are drift; the weights take care of that. */
const STEPS_MAX = 4;
/** Newest iterations among which a disturbance that has passed is looked for: 120 pairs. */
const PAIR_WINDOW = 16;

/**
 * Starts of the steps, ascending; the best one is taken first, the next ones given those before. A disturbance that
 * has passed (up and down again) shows only as a pair, so pairs are tried where no single step is real.
 */
export function conditionSteps(points: readonly DelayPoint[], withPrompt: boolean): readonly number[] {
  const iterations = points.map((point) => point.iteration);
  const singles = iterations.map((iteration) => [iteration]);
  const pairs = pairsOf(iterations.slice(-PAIR_WINDOW));
  let starts: readonly number[] = [];
  for (;;) {
    const search = { points, withPrompt, starts };
    const next = bestSteps(search, singles) ?? bestSteps(search, pairs);
    if (next === null) return starts;
    starts = next;
  }
}

interface StepSearch {
  readonly points: readonly DelayPoint[];
  readonly withPrompt: boolean;
  readonly starts: readonly number[];
}

/** The addition that leaves the least unexplained, if all its steps are real; else null. */
function bestSteps(search: StepSearch, additions: readonly (readonly number[])[]): readonly number[] | null {
  const { points, withPrompt, starts } = search;
  let best: {
    readonly starts: readonly number[];
    readonly added: readonly number[];
    readonly model: DelayModel;
  } | null = null;
  for (const added of additions) {
    const tried = [...starts, ...added].sort((a, b) => a - b);
    if (
      tried.length > STEPS_MAX ||
      added.some((start) => starts.includes(start) || !overlaps(points, tried, start))
    ) {
      continue;
    }
    const model = delayModel(points, withPrompt, tried);
    if (model === null || (best !== null && model.squares.rss >= best.model.squares.rss)) continue;
    best = { starts: tried, added, model };
  }
  if (best === null) return null;
  const { starts: tried, model } = best;
  return best.added.every((start) => isReal(model, tried.indexOf(start))) ? tried : null;
}

function pairsOf(iterations: readonly number[]): readonly (readonly number[])[] {
  return iterations.flatMap((first, index) => iterations.slice(index + 1).map((second) => [first, second]));
}

function isReal(model: DelayModel, index: number): boolean {
  const step = Math.abs(model.steps[index] ?? 0);
  const error = model.stepErrors?.[index];
  if (error === undefined || step < STEP_MIN) return false;
  // Exact data has error 0; then every step that is large enough is real.
  return step > error * tCritical(CONFIDENCE, model.squares.degreesOfFreedom);
}

/** Whether the stretch before the start and the stretch from it on have sizes in common. */
function overlaps(points: readonly DelayPoint[], starts: readonly number[], start: number): boolean {
  const from = Math.max(Number.NEGATIVE_INFINITY, ...starts.filter((other) => other < start));
  const until = Math.min(Number.POSITIVE_INFINITY, ...starts.filter((other) => other > start));
  const before = points.filter((point) => point.iteration >= from && point.iteration < start);
  const after = points.filter((point) => point.iteration >= start && point.iteration < until);
  if (before.length === 0 || after.length === 0) return false;
  const sizes = (list: readonly DelayPoint[]) => list.map((point) => point.size);
  return (
    Math.min(...sizes(after)) <= OVERLAP * Math.max(...sizes(before)) &&
    Math.max(...sizes(after)) * OVERLAP >= Math.min(...sizes(before))
  );
}
