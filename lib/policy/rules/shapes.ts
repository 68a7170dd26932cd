/** Requirements on the shape of a launch. */
import type { Rule } from './rule';

/** Shorter than this, a reason is a word. */
export const SHAPE_REASON_MIN = 20;

export const HELD_OUT_OF_ITS_OWN = {
  id: 'R-071',
  title: 'Held-out examples for each task',
  code: 'PER_TASK_HELDOUT_REQUIRED',
  sentence: 'Every task of a launch is measured on held-out examples of its own.',
  howToProceed: ['Give each experiment a split of its own with held-out examples, and measure on held-out.'],
} as const satisfies Rule;

export const HYBRID_NEEDED = {
  id: 'R-073',
  title: 'Hybrid only where one task leaves lanes free',
  code: 'HYBRID_NOT_NEEDED',
  sentence: 'Where one task alone fills the lanes, other tasks beside it would only take turns.',
  howToProceed: [
    'Run the tasks one after another, candidate-parallel.',
    `Or say in at least ${SHAPE_REASON_MIN} characters why although one task fills the lanes (overrideReason).`,
  ],
} as const satisfies Rule;

export const SHAPE_REASONED = {
  id: 'R-074',
  title: 'Why this shape',
  code: 'SHAPE_REASON_MISSING',
  sentence: 'Say why this shape of parallelism was chosen.',
  howToProceed: ['Write down the reason; the advice of the same experiments suggests one.'],
} as const satisfies Rule;

export const OTHERS_REJECTED = {
  id: 'R-075',
  title: 'Why not the other shapes',
  code: 'REJECTED_SHAPES_MISSING',
  sentence: 'Say why the other shapes were rejected.',
  howToProceed: [
    'Leave the list out, and what was measured gives the reasons.',
    'Where nothing was measured yet, write them down or run one task first.',
  ],
} as const satisfies Rule;

export const SHAPE_RULES = [
  HELD_OUT_OF_ITS_OWN,
  HYBRID_NEEDED,
  SHAPE_REASONED,
  OTHERS_REJECTED,
] as const satisfies readonly Rule[];
