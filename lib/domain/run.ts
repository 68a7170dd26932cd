/** One execution of an experiment with one seed. */
export type RunKind =
  | 'serialBaseline'
  | 'combee'
  | 'comparisonPoint'
  /** Trains nothing: measures named candidates on one split. */
  | 'evaluation';

export type RunStatus = 'queued' | 'running' | 'paused' | 'stopped' | 'finished' | 'failed';

export const ENDED_RUN_STATUSES: readonly RunStatus[] = ['stopped', 'finished', 'failed'];

export function isEnded(status: RunStatus): boolean {
  return ENDED_RUN_STATUSES.includes(status);
}

/** What a person asked of a run; the worker reads it at every boundary. */
export type RunControl = 'run' | 'pause' | 'stop';

/** Why a run stands that a person paused before a worker had it: a word of theirs, no fault. */
export const PAUSED_IN_QUEUE = 'Paused while it waited.';

export type StopReason =
  | 'trainingDone'
  | 'targetReached'
  | 'patienceSpent'
  | 'budgetRollouts'
  | 'budgetTokens'
  | 'budgetUsd'
  | 'budgetGpuSeconds'
  | 'deadline'
  | 'stoppedByPerson'
  | 'providerDown'
  /** The method itself has nothing more to do. */
  | 'searchDone'
  /** The judge failed its calibration and nothing honest could take its place. */
  | 'evaluatorUncalibrated'
  /** Most training answers cannot be parsed: what was learned and measured says nothing of the method. */
  | 'answersUnreadable'
  /** A run of kind `evaluation` has measured all its candidates. */
  | 'measured';

/** Reasons that say that something or somebody cut the run short, rather than that it came to its end. */
const CUT_SHORT: readonly StopReason[] = [
  'stoppedByPerson',
  'providerDown',
  'evaluatorUncalibrated',
  'answersUnreadable',
];

export function endedStatus(reason: StopReason): 'stopped' | 'finished' {
  return CUT_SHORT.includes(reason) ? 'stopped' : 'finished';
}
