/** Held-out at a boundary: measured between two iterations, or begun there and read at the next (./measure/beside). */
import type { BatchPlanReason } from '@/lib/domain/batch-plan';
import { settleLineage } from '@/lib/engine/iteration/lineage';
import { measuresBeside, type RunningMeasurement } from '@/lib/engine/measure/beside';
import { keepIfBest } from '@/lib/engine/measure/best-candidate';
import { calibrationOf } from '@/lib/engine/measure/calibrate';
import { type HeldOutMeasurement, measureHeldOut } from '@/lib/engine/measure/held-out';
import { followLift } from '@/lib/engine/measure/selection';
import type { RunContext } from './run-context';
import type { RunState } from './run-state';

/** While the delays of iterations choose the batch size, nothing else may take of their lanes. */
const hasChosenSize = ({ manifest: { batch } }: RunContext, { plans }: RunState): boolean =>
  batch.kind === 'static' || plans.some(({ reason }) => !CHOOSING.includes(reason));

const CHOOSING: readonly BatchPlanReason[] = ['profiling', 'confirming', 'lastPartial'];

interface Boundary {
  /** -1 = before the first iteration. */
  readonly iteration: number;
  readonly last: boolean;
}

/**
 * Measures when the measurement is due: at the first boundary after every E training examples, and at the end
 * (rulings E1). A candidate that was measured last is not asked again; its scores are stated once more. Where a map can
 * run beside it, the measurement is only begun here.
 */
export async function measureIfDue(context: RunContext, state: RunState, at: Boundary): Promise<void> {
  const first = at.iteration === -1;
  if (!first && !at.last && state.seen < state.nextMeasurementAt) return;
  const isSettled = await settleLineage(context, state, at.iteration);
  const unchanged = state.lastMeasured?.candidateHash === state.candidate.hash ? state.lastMeasured : null;
  if (unchanged && unchanged.trainExamplesSeen === state.seen) return;
  const calibration = first ? calibrationOf(context, state) : {};
  const isBeside =
    !at.last &&
    unchanged === null &&
    calibration.settleJudge === undefined &&
    context.search === null &&
    hasChosenSize(context, state) &&
    measuresBeside(context.manifest);
  const running = beginMeasurement(context, state, { ...at, unchanged, calibration, isBeside });
  while (state.nextMeasurementAt <= state.seen) state.nextMeasurementAt += context.everyExamples;
  state.outstanding.measuring = running;
  if (!isBeside) await running.priced;
  if (!isSettled) await followLift(context, state, at.iteration);
  if (!isBeside) await stateMeasured(context, state, running.startedMs);
}

/** Reads the measurement that began at the last boundary, if one did; only the wait for it counts as evaluation time. */
export async function settleMeasurement(context: RunContext, state: RunState): Promise<boolean> {
  if (state.outstanding.measuring === null) return false;
  await stateMeasured(context, state, context.clock.monotonicMs());
  return true;
}

interface Beginning extends Boundary {
  readonly unchanged: HeldOutMeasurement | null;
  readonly calibration: ReturnType<typeof calibrationOf>;
  readonly isBeside: boolean;
}

function beginMeasurement(
  { manifest, methodOf, examples, asker, facts, clock, deadline }: RunContext,
  { candidate, seen, judge }: RunState,
  { iteration, unchanged, calibration, isBeside }: Beginning,
): RunningMeasurement {
  const place = { iteration, trainExamplesSeen: seen };
  const startedMs = clock.monotonicMs();
  const begun = { iteration, candidate, unchanged, startedMs };
  if (unchanged !== null) {
    const measured = { ...unchanged, ...place };
    return { ...begun, priced: Promise.resolve({ measured, costUsd: null }), settleCost: () => undefined };
  }
  const { ask, cost } = isBeside
    ? asker.deferred(iteration, { rank: 'behind' })
    : { ask: asker.forIteration(iteration), cost: null };
  const priced = measureHeldOut({
    ...place,
    manifest,
    method: methodOf(iteration),
    candidate,
    examples: examples[manifest.evaluation.split],
    ask,
    facts,
    seat: judge,
    ...calibration,
  }).finally(() => deadline.measurementTook(clock.monotonicMs() - startedMs));
  // Read at the next boundary: a failure surfaces there.
  priced.catch(() => undefined);
  return { ...begun, priced, settleCost: () => cost?.settle() };
}

/** Waits for the measurement that is running, takes it into the state, and emits it. */
async function stateMeasured(context: RunContext, state: RunState, sinceMs: number): Promise<void> {
  const running = state.outstanding.measuring;
  if (running === null) return;
  const { measured, costUsd } = await running.priced;
  const { iteration, candidate, unchanged } = running;
  running.settleCost();
  state.outstanding.measuring = null;
  // Cut short by a cap: stated, since it was paid, but no rule and no choice looks at it.
  const counts = measured.incomplete === undefined;
  // The same text measured again has been compared already.
  const found = { candidate, score: measured.score, measured, costUsd };
  const best = counts && !unchanged && keepIfBest(state, found, context.manifest);
  if (counts) {
    state.seedScore ??= measured.score;
    state.measurements.push(measured.score);
    state.lastMeasured = measured;
    state.measuredPrompts.push({ ...measured, best, candidate });
  }
  const evaluationMs = context.clock.monotonicMs() - sinceMs;
  context.deadline.measurementTook(evaluationMs);
  context.facts.emit('heldOut.measured', `${iteration}`, { ...measured, best }, { evaluationMs });
  await context.facts.flush();
}
