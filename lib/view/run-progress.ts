import type { RunPhase, RunState } from '@/lib/projection/run-state';
import { formatCount, formatDuration } from './numbers';

/** How far a run is and how long it may still take, with a range: an estimate without one is a promise. */
export interface RunProgress {
  readonly done: number;
  /** Planned rollouts; for an ended run the rollouts done. */
  readonly planned: number | null;
  readonly text: string;
  readonly phase: string;
  readonly timeLeft: string;
}

/** Progress from the run's database row until the first journal entry arrives, so that no false zero is shown. */
export interface KnownProgress {
  readonly rollouts: number;
  readonly plannedRollouts: number;
  readonly isEnded: boolean;
}

export function prepareProgress(state: RunState, known?: KnownProgress): RunProgress {
  if (state.lastSeq === 0 && known !== undefined && (known.plannedRollouts > 0 || known.isEnded)) {
    const { rollouts: done, isEnded } = known;
    const planned = isEnded ? done : known.plannedRollouts;
    const text = isEnded ? formatCount(done) : rolloutsText(done, planned);
    const phase = known.plannedRollouts === 0 ? 'Ended' : 'Reading the ledger';
    return { done, planned, text, phase, timeLeft: isEnded ? 'none' : '…' };
  }
  const done = state.trainRollouts;
  const isOver = state.phase.kind === 'ended' || known?.isEnded === true;
  const planned = isOver ? done : (state.started?.plannedRollouts ?? null);
  const text = isOver ? formatCount(done) : rolloutsText(done, planned ?? 0);
  return { done, planned, text, phase: describePhase(state.phase), timeLeft: describeTimeLeft(state) };
}

/** A method that tries its children too makes more rollouts than there are examples. */
function rolloutsText(done: number, examples: number): string {
  if (examples === 0) return formatCount(done);
  if (done <= examples) return `${formatCount(done)} / ${formatCount(examples)}`;
  return `${formatCount(done)} on ${formatCount(examples)}`;
}

/** On a line of a list. What is over says what was done; the plan is of no more use to it. */
export function trainingText(done: number, examples: number, isOver: boolean): string {
  if (examples === 0 && done === 0) return isOver ? 'no training' : 'not started';
  return isOver ? formatCount(done) : rolloutsText(done, examples);
}

const PHASE_WORDS: Readonly<Record<RunPhase['kind'], string>> = {
  waiting: 'Waiting for the first fact',
  evaluating: 'Measuring',
  map: 'Map: rollouts and reflections',
  shuffle: 'Shuffle',
  scan: 'Scan: aggregating groups',
  apply: 'Combine and apply',
  planning: 'Planning the next batch',
  paused: 'Paused at a boundary',
  ended: 'Ended',
};

function describePhase(phase: RunPhase): string {
  const where =
    phase.iteration === null
      ? ''
      : phase.iteration < 0
        ? ' · original prompt'
        : ` · iteration ${phase.iteration + 1}`;
  const far =
    phase.of === null || phase.of === 0 ? '' : ` · ${Math.min(phase.done, phase.of)} of ${phase.of}`;
  return `${PHASE_WORDS[phase.kind]}${where}${far}`;
}

/**
 * Milliseconds a training example, of the last closed iterations that no crash cut short. Only those within a factor
 * of two of the size now in use count, if there are two: a small batch's pace says little about a large one's.
 */
function recentPace(state: RunState): readonly number[] {
  const clean = state.iterations.filter(
    (iteration) => iteration.closed !== null && iteration.size > 0 && !iteration.measured?.tainted,
  );
  const size = state.plans.at(-1)?.size ?? 0;
  const alike = clean.filter((iteration) => iteration.size >= size / 2 && iteration.size <= size * 2);
  return (alike.length >= 2 ? alike : clean)
    .map(
      ({ measured, size: examples }) =>
        ((measured?.learningMs ?? 0) + (measured?.evaluationMs ?? 0)) / examples,
    )
    .filter((pace) => pace > 0)
    .slice(-6)
    .sort((a, b) => a - b);
}

export function describeTimeLeft(state: RunState): string {
  if (state.phase.kind === 'ended') return 'none';
  const planned = state.started?.plannedRollouts;
  const paces = recentPace(state);
  const fastest = paces[0];
  const slowest = paces.at(-1);
  if (planned === undefined || paces.length < 2 || fastest === undefined || slowest === undefined)
    return 'known after two iterations';
  const left = Math.max(0, planned - state.trainRollouts);
  if (left === 0) return 'closing';
  // A leftover batch waits for its slowest call and is measured like a whole one, so it counts as one.
  const size = Math.max(1, state.plans.findLast((plan) => plan.reason !== 'lastPartial')?.size ?? 1);
  const whole = Math.ceil(left / size) * size;
  return `${formatDuration(whole * fastest)} to ${formatDuration(whole * slowest)}`;
}
