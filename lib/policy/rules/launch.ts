/** Requirements before a run starts, in addition to its split, shape, diversity and evaluator. */
import { ESCALATIONS } from './anti-patterns';
import type { Rule } from './rule';

/** Rulings E10. Without a go there is no document to name. */
export const SERIAL_DIAGNOSED = {
  id: 'R-011',
  title: 'A parallel run needs a go',
  code: 'NO_SERIAL_DIAGNOSIS',
  queued: true,
  sentence: `${ESCALATIONS.E1} A parallel run needs a serial diagnosis that says go, for the same task, split, method and hardware.`,
  howToProceed: [
    'Start a run of kind "serialBaseline" first; its end makes the diagnosis, listed under /diagnoses.',
    'Or start a comparison point with a fixed batch size and a reason.',
  ],
} as const satisfies Rule;

export const STATIC_BATCH_REASONED = {
  id: 'R-017',
  title: 'A fixed batch size has a reason',
  code: 'STATIC_BATCH_NO_REASON',
  queued: true,
  sentence: 'Batch size is fixed. State the reason, or use the dynamic policy.',
  howToProceed: ['Write down the reason.', 'Or choose the dynamic batch size.'],
} as const satisfies Rule;

export const ROLES_NAMED = {
  id: 'R-026',
  title: 'Proposer, evaluator and serving model',
  code: 'ROLE_MODEL_MISSING',
  queued: true,
  sentence: 'A run needs a model in every role that it asks.',
  howToProceed: ['Choose a model for each of these roles in the experiment.'],
} as const satisfies Rule;

export const LAUNCH_RULES = [
  SERIAL_DIAGNOSED,
  STATIC_BATCH_REASONED,
  ROLES_NAMED,
] as const satisfies readonly Rule[];
