import type { FactData, FactMeasured } from '@/lib/domain/ledger-entry';
import type {
  CombinedUpdate,
  IterationClose,
  IterationMeasured,
  IterationState,
  RunState,
} from './run-state';

/** A run's state that is open for one batch of entries: lists are copied once, so the old state stays as it was. */
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };
export type Draft = Mutable<RunState>;
/** Its lists are replaced, not filled: the state before may share them. */
export type DraftIteration = { -readonly [Key in keyof IterationState]: IterationState[Key] };

export function openDraft(state: RunState): Draft {
  return {
    ...state,
    plans: [...state.plans],
    iterations: [...state.iterations],
    measurements: [...state.measurements],
    online: [...state.online],
    candidates: [...state.candidates],
    preemptions: [...state.preemptions],
    diversity: [...state.diversity],
    collapses: [...state.collapses],
    lineages: [...state.lineages],
    calibrations: [...state.calibrations],
    proposals: [...state.proposals],
    trials: [...state.trials],
  };
}

export function openIteration(data: FactData['iteration.started']): IterationState {
  return {
    iteration: data.iteration,
    epoch: data.epoch,
    size: data.exampleIds.length,
    planned: data.exampleIds.length,
    candidateHash: data.candidateHash,
    rollouts: 0,
    correct: 0,
    reflections: [],
    shuffle: null,
    groups: [],
    combined: null,
    candidate: null,
    closed: null,
    measured: null,
  };
}

/** The fields of a closed iteration that pages need: a run has thousands of iterations. */
export function closeOf({ trainExamplesSeen, late, carried }: FactData['iteration.closed']): IterationClose {
  return { trainExamplesSeen, ...(late ? { late } : {}), ...(carried ? { carried } : {}) };
}

export function measuredOf({ learningMs, evaluationMs, tainted }: FactMeasured): IterationMeasured {
  return {
    ...(learningMs === undefined ? {} : { learningMs }),
    ...(evaluationMs === undefined ? {} : { evaluationMs }),
    ...(tainted === undefined ? {} : { tainted }),
  };
}

export function combinedOf(data: FactData['scan.combined']): CombinedUpdate {
  const { iteration, mode, k, survivingGroups, calls, edits, cause } = data;
  return { iteration, mode, k, survivingGroups, calls, edits, cause };
}
