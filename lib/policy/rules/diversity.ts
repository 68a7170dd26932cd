/** Diversity of parallel edits, and the conditions for more of them at once. */
import type { Rule } from './rule';

const COMPLETE = [
  'Complete the diversity settings of the experiment; new experiments begin with a full set.',
];

export const DIVERSITY_BEFORE_LANES = {
  id: 'R-021',
  title: 'Diversity before more lanes',
  code: 'COLLAPSED_ADD_DIVERSITY_FIRST',
  sentence:
    'The last iteration collapsed, so more lanes would only make more copies. Inject diversity before adding lanes.',
  howToProceed: [
    'Temperature: raise the schedule of the proposer in the experiment and start a run of it.',
    'Operator: add one to the pool or give more weight to one that is seldom drawn.',
    'Original prompt: start a run from another one, or start afresh after fewer collapsed iterations.',
  ],
} as const satisfies Rule;

export const THREE_OPERATORS = {
  id: 'R-101',
  title: 'At least three operators',
  code: 'OPERATORS_LT_3',
  sentence: 'With fewer than three operators, parallel groups look for the same thing.',
  howToProceed: COMPLETE,
} as const satisfies Rule;

export const WEIGHTS_SUM = {
  id: 'R-102',
  title: 'Operator weights sum to 1',
  code: 'OPERATOR_WEIGHTS_INVALID',
  sentence: 'List each operator once and let the weights sum to 1.',
  howToProceed: COMPLETE,
} as const satisfies Rule;

export const TEMPERATURE_SCHEDULED = {
  id: 'R-103',
  title: 'A temperature schedule',
  code: 'NO_TEMPERATURE_SCHEDULE',
  sentence:
    'Give the temperature of the proposer as a schedule: steps in rising order, beginning with the first iteration.',
  howToProceed: COMPLETE,
} as const satisfies Rule;

export const COPIES_REJECTED = {
  id: 'R-104',
  title: 'A rule against copies',
  code: 'NO_ANTI_COLLAPSE_RULE',
  sentence: 'Parallel edits without a rule against copies collapse into one edit.',
  howToProceed: COMPLETE,
} as const satisfies Rule;

export const RESEED_SAID = {
  id: 'R-105',
  title: 'When to start afresh',
  code: 'NO_RESEED_RULE',
  sentence: 'Say after how many collapsed iterations in a row a fresh prompt is tried.',
  howToProceed: COMPLETE,
} as const satisfies Rule;

export const LANES_RAISED_ON_EVIDENCE = {
  id: 'R-202',
  title: 'Lanes rise on three conditions',
  code: 'WORKER_RAISE_CONDITIONS',
  sentence: 'Lanes are raised only while batches fill, diversity holds and held-out improves.',
  howToProceed: ['Wait for the next iteration and ask again.', 'Or keep the lanes as they are.'],
} as const satisfies Rule;

export const DIVERSITY_RULES = [
  DIVERSITY_BEFORE_LANES,
  THREE_OPERATORS,
  WEIGHTS_SUM,
  TEMPERATURE_SCHEDULED,
  COPIES_REJECTED,
  RESEED_SAID,
  LANES_RAISED_ON_EVIDENCE,
] as const satisfies readonly Rule[];
