import type { RunKind, RunStatus } from './run';

/**
 * One press of Run: the serial baseline of an experiment, its diagnosis, and the Combee run that the diagnosis allows.
 * Words are not part of it: a stop is a code with its facts.
 */
export const PLAN_STEPS = ['serial', 'diagnosis', 'parallel'] as const;
export type PlanStepName = (typeof PLAN_STEPS)[number];

export type PlanStatus = 'running' | 'paused' | 'stopped' | 'finished' | 'cancelled';

/** Ways on from a stop, each one press. */
export type PlanWay =
  /** Another serial baseline with twice the epochs. */
  | 'moreSerial'
  /** An exploratory parallel run. */
  | 'explore'
  /** The step again that failed, was stopped or was refused. */
  | 'again';

export interface PlanStop {
  readonly code: 'undecided' | 'noGo' | 'runFailed' | 'runStopped' | 'refused';
  readonly step: PlanStepName;
  /** The reason of the diagnosis, of the run's end or of the refusal. */
  readonly reason: string;
  readonly ruleId: string | null;
  readonly ways: readonly PlanWay[];
  /** Further steps that are no press, such as another method. */
  readonly howToProceed: readonly string[];
}

/** A run that the plan started, oldest first in a list. */
export interface PlanRun {
  readonly id: string;
  readonly kind: RunKind;
  readonly status: RunStatus;
  readonly statusReason: string | null;
}
