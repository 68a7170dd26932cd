import type { z } from 'zod';
import type { Immutable } from './immutable';
import type { RunKind, RunStatus } from './run';
import type { planStep, planStop, planWay } from './run-plan-schema';

/**
 * One press of Run: the serial baseline of an experiment, its diagnosis, and the Combee run that the diagnosis allows.
 * Words are not part of it: a stop is a code with its facts.
 */
export type PlanStepName = z.output<typeof planStep>;

export type PlanStatus = 'running' | 'paused' | 'stopped' | 'finished' | 'cancelled';

export type PlanWay = z.output<typeof planWay>;
export type PlanStop = Immutable<z.output<typeof planStop>>;

/** A run that the plan started, oldest first in a list. */
export interface PlanRun {
  readonly id: string;
  readonly kind: RunKind;
  readonly status: RunStatus;
  readonly statusReason: string | null;
}
