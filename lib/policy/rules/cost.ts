import type { Rule } from './rule';

/**
 * What the strategist holds about money and speed: a time that loses points is no win, a speedup is never shown without
 * the price of a point, and nothing is divided by something measured elsewhere. Words only; who checks is lib/report.
 */
export const REGRESSION_RULE = {
  id: 'R-012',
  title: 'Time gained at the price of held-out points is a regression',
  code: 'REGRESSION_AS_WIN',
  sentence: 'Faster but worse on held-out: this is a regression, not a speedup.',
  howToProceed: [
    'Compare the two prompts example by example on the run page.',
    'Train on, or take the serial prompt; the ratio is not to be quoted.',
  ],
  shownAt: 'Shown on comparisons, the readiness and the report of a run, where the ratio is struck through.',
} as const satisfies Rule;

export const BOTH_HALVES_RULE = {
  id: 'R-023',
  title: 'Cost is said per iteration and per improvement',
  code: 'COST_HALF_STATEMENT',
  sentence:
    'Say what each iteration cost and what a point of improvement cost: one without the other is half.',
  howToProceed: ['Take both from the Cost tab of the run, which always has both.'],
  shownAt: 'The Cost tab and the cost section of a report, which always have both.',
} as const satisfies Rule;

export const TARGET_RULE = {
  id: 'R-024',
  title: 'Cost of reaching a target held-out score',
  code: 'COST_TO_TARGET_MISSING',
  sentence:
    'Say tokens, GPU-seconds and rollouts to the target held-out score: where one is unknown, write "not measured" or "not reached".',
  howToProceed: [
    'Enter how many accelerators a call keeps busy in the settings of the provider, so that GPU-seconds are measured.',
    'Name a target held-out score on the Cost tab of the run.',
  ],
  shownAt:
    'The Cost tab and the ninth section of a report, amount by amount; checked of every report before it is kept.',
} as const satisfies Rule;

export const PRICED_SPEEDUP_RULE = {
  id: 'R-025',
  title: 'A speedup is never shown without the price of a point',
  code: 'SPEEDUP_WITHOUT_COST',
  sentence: 'A speedup is not printed without the price of a point.',
  howToProceed: ['Enter the prices of the models in the settings of their provider, and run again.'],
  shownAt: 'Shown on the Cost tab and the readiness of a run, in place of the speedup.',
} as const satisfies Rule;

export const HEADLINE_RULE = {
  id: 'R-141',
  title: 'The headline is the price of a held-out point',
  code: 'HEADLINE_IS_SPEEDUP',
  sentence: 'The headline is what a point of held-out improvement costs, not how fast it came.',
  howToProceed: ['Put the price of a point first; a speedup may stand beside it.'],
  shownAt: 'The top of the Cost tab and of a report, where the price of a point is the headline.',
} as const satisfies Rule;

export const SAME_HARDWARE_RULE = {
  id: 'R-159',
  title: 'Compared with the serial baseline on the same hardware',
  code: 'HARDWARE_MISMATCH',
  sentence: 'The two runs used different hardware or models, so nothing is divided between them.',
  howToProceed: ['Run the serial baseline again with the models and on the hardware of this run.'],
  shownAt: 'Shown on the Cost tab, comparisons and the report, in place of the ratio.',
} as const satisfies Rule;

export const SAME_SPLIT_RULE = {
  id: 'R-179',
  title: 'Compared on the same split',
  code: 'SPLIT_MISMATCH',
  sentence: 'The two runs were measured on different splits, so nothing is divided between them.',
  howToProceed: ['Run the serial baseline on the split of this run.'],
  shownAt: 'Shown on the Cost tab, comparisons and the report, in place of the ratio.',
} as const satisfies Rule;

export const COST_RULES = [
  REGRESSION_RULE,
  BOTH_HALVES_RULE,
  TARGET_RULE,
  PRICED_SPEEDUP_RULE,
  HEADLINE_RULE,
  SAME_HARDWARE_RULE,
  SAME_SPLIT_RULE,
] as const satisfies readonly Rule[];
