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
 * - it differs from zero at the 95 % level of Student's t, with at least one degree of freedom left.
 */
const STEP_MIN = Math.log(1.3);
/** Sizes within a quarter of each other count as the same ground. */
const OVERLAP = 1.25;
/** More than three changes in one history are drift; the weights take care of that. */
const STEPS_MAX = 3;

/** Starts of the steps, ascending; the best one is taken first, the next ones given those before. */
export function conditionSteps(points: readonly DelayPoint[], withPrompt: boolean): readonly number[] {
  let starts: readonly number[] = [];
  while (starts.length < STEPS_MAX) {
    const next = bestNextStep(points, withPrompt, starts);
    if (next === null) break;
    starts = next;
  }
  return starts;
}

function bestNextStep(
  points: readonly DelayPoint[],
  withPrompt: boolean,
  starts: readonly number[],
): readonly number[] | null {
  let best: {
    readonly starts: readonly number[];
    readonly model: DelayModel;
    readonly index: number;
  } | null = null;
  for (const { iteration } of points) {
    if (starts.includes(iteration) || !overlaps(points, starts, iteration)) continue;
    const tried = [...starts, iteration].sort((a, b) => a - b);
    const model = delayModel(points, withPrompt, tried);
    if (model === null || (best !== null && model.squares.rss >= best.model.squares.rss)) continue;
    best = { starts: tried, model, index: tried.indexOf(iteration) };
  }
  return best !== null && isReal(best.model, best.index) ? best.starts : null;
}

function isReal(model: DelayModel, index: number): boolean {
  const step = Math.abs(model.steps[index] ?? 0);
  const error = model.stepErrors?.[index];
  if (error === undefined || step < STEP_MIN) return false;
  // Exact data has error 0; then every step that is large enough is real.
  return step > error * tCritical(0.95, model.squares.degreesOfFreedom);
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
