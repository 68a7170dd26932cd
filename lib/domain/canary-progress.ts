import type { z } from 'zod';
import type { canaryTally, pairProgress, stepProgress } from './canary-progress-schema';
import type { Immutable } from './immutable';

export type CanaryProgress = Immutable<z.output<typeof pairProgress>>;
export type StepProgress = Immutable<z.output<typeof stepProgress>>;
export type CanaryTally = Immutable<z.output<typeof canaryTally>>;
