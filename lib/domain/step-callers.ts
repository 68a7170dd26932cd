import type { z } from 'zod';
import type { stepCallers } from './canary-progress-schema';
import type { Immutable } from './immutable';

/** Callers who were served in a live step, by arm, and what is known of their outcomes. */
export type StepCallers = Immutable<z.output<typeof stepCallers>>;
export type ArmCallers = StepCallers['control'];
