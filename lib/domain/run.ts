/**
 * Which engine makes a run; a manifest pins it. Since 2 a missing score is kept apart from a zero, since 3 facts keep codes
 * and numbers where they kept sentences. `lib/engine/engine-version` says what follows for older runs.
 */
export const ENGINE_VERSION = 3;

/** One execution of an experiment with one seed. */
export const RUN_KINDS = [
  'serialBaseline',
  'combee',
  'comparisonPoint',
  /** As combee, after an undecided diagnosis: measured and labelled, never quoted and never promoted. */
  'exploratory',
  /** Trains nothing: measures named candidates on one split. */
  'evaluation',
] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** Learns in parallel, with lanes, scheduler and diversity as the experiment has them; yardsticks do not. */
export const learnsInParallel = (kind: RunKind): boolean => kind === 'combee' || kind === 'exploratory';

export const RUN_STATUSES = ['queued', 'running', 'paused', 'stopped', 'finished', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const ENDED_RUN_STATUSES: readonly RunStatus[] = ['stopped', 'finished', 'failed'];

export function isEnded(status: RunStatus): boolean {
  return ENDED_RUN_STATUSES.includes(status);
}

/** A person's request to a run; the worker reads it at every boundary. */
export type RunControl = 'run' | 'pause' | 'stop';

/** Reason of a run that a person paused before a worker claimed it: a choice, no fault. */
export const PAUSED_IN_QUEUE = 'Paused while it waited.';

/** Who does not answer, and since when. */
export interface Away {
  readonly noun: 'provider' | 'evaluator';
  readonly name: string;
  readonly sinceMs: number;
}

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
  /** The agent's calls do not hold the prompt: what was learned and measured says nothing of it. */
  | 'promptNotSeen'
  /** A run of kind `evaluation` has measured all its candidates. */
  | 'measured';

/** Reasons of runs that were cut short by a person or an event. */
const CUT_SHORT: readonly StopReason[] = [
  'stoppedByPerson',
  'providerDown',
  'evaluatorUncalibrated',
  'answersUnreadable',
  'promptNotSeen',
];

export function endedStatus(reason: StopReason): 'stopped' | 'finished' {
  return CUT_SHORT.includes(reason) ? 'stopped' : 'finished';
}
