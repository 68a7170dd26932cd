/** Who may judge, what judging may cost, and when it is done again. */
import type { Rule } from './rule';

export const CEILING_PRICED = {
  id: 'R-111',
  title: 'A ceiling on the cost of judging',
  code: 'PRICE_UNKNOWN',
  queued: true,
  sentence: 'A ceiling on the cost of judging needs prices.',
  howToProceed: ['Enter the price of the model in the settings.', 'Or lift the ceiling.'],
} as const satisfies Rule;

export const PROXY_CALIBRATED = {
  id: 'R-112',
  title: 'A proxy judges once it is calibrated',
  code: 'PROXY_UNCALIBRATED',
  queued: true,
  sentence:
    'Above the ceiling on its cost a smaller proxy judges, and only once it is calibrated against the full evaluator.',
  howToProceed: [
    'Name a proxy and have at least as many held-out examples as pairs.',
    'Or lift the ceiling.',
  ],
} as const satisfies Rule;

export const REPEATED_WITH_REASON = {
  id: 'R-114',
  title: 'A scored pair is scored again only with a reason',
  code: 'ALREADY_EVALUATED',
  sentence: 'This pair has a score. Give a reason to evaluate it again.',
  howToProceed: ['Leave force out to get the score that is there.', 'Or write down the reason.'],
} as const satisfies Rule;

export const EVALUATOR_HONEST = {
  id: 'R-175',
  title: 'No honest evaluator, no parallel run',
  code: 'NO_HONEST_EVALUATOR',
  queued: true,
  sentence: 'A parallel run needs an evaluator that is separate or calibrated.',
  howToProceed: ['Let the separate evaluator judge.', 'Or register a split with more held-out examples.'],
} as const satisfies Rule;

export const EVALUATOR_RULES = [
  CEILING_PRICED,
  PROXY_CALIBRATED,
  REPEATED_WITH_REASON,
  EVALUATOR_HONEST,
] as const satisfies readonly Rule[];
