import { z } from 'zod';
import { PLAN_STEPS } from './plan-steps';

/** A stop of a run plan, as it is stored and as the API gives it. */
export const planStep = z.enum(PLAN_STEPS).meta({ id: 'RunPlanStep' });

/** Ways on from a stop, each one press. */
export const planWay = z
  .enum([
    /** Another serial baseline with twice the epochs. */
    'moreSerial',
    /** An exploratory parallel run. */
    'explore',
    /** The step again that failed, was stopped or was refused. */
    'again',
  ])
  .meta({ id: 'RunPlanWay' });

export const planStop = z.object({
  code: z.enum(['undecided', 'noGo', 'runFailed', 'runStopped', 'refused']),
  step: planStep,
  /** The reason of the diagnosis, of the run's end or of the refusal. */
  reason: z.string(),
  ruleId: z.string().nullable(),
  ways: z.array(planWay),
  /** Further steps that are no press, such as another method. */
  howToProceed: z.array(z.string()),
});
