/** Refusals of the guided set-up, as data. lib/policy finds the answers that break them. */
import type { IntakeStep } from '@/lib/domain/intake';
import type { SplitName } from '@/lib/domain/split';
import type { Rule } from './rule';

/** R-055, as it is said: all that is missing at once. */
export const missingSentence = (names: readonly string[]) =>
  `I need these before I can plan: ${names.join(', ')}. I will not guess.`;

/** Demand of each step of the set-up, in the words of its refusal. */
const ASKED = [
  ['R-030', 'task', 'the name of the task'],
  ['R-031', 'task', 'the input shape of the task'],
  ['R-032', 'task', 'the output shape of the task'],
  ['R-033', 'task', 'the success metric of the task'],
  ['R-034', 'task', 'the current baseline score on a held-out split'],
  ['R-035', 'serial', 'the serial method'],
  ['R-036', 'serial', 'the version of the serial method'],
  ['R-037', 'serial', 'the rollouts that the serial run took to converge'],
  ['R-038', 'serial', 'the converged score of the serial run'],
  ['R-039', 'hardware', 'the type of GPU or CPU'],
  ['R-040', 'hardware', 'how many GPUs or CPUs'],
  ['R-041', 'hardware', 'the memory of each GPU or CPU'],
  ['R-042', 'hardware', 'the network between them'],
  ['R-043', 'hardware', 'whether optimiser and task model share the hardware'],
  ['R-026', 'hardware', 'the proposer, the evaluator and the serving model'],
  ['R-044', 'budget', 'total rollouts'],
  ['R-045', 'budget', 'total tokens'],
  ['R-046', 'budget', 'total GPU-seconds'],
  ['R-047', 'budget', 'the wall-clock deadline'],
  ['R-048', 'budget', 'which part of the budget is binding'],
  ['R-049', 'evalSet', 'the data set'],
  ['R-050', 'evalSet', 'the split'],
  ['R-051', 'evalSet', 'the scoring script'],
  ['R-052', 'evalSet', 'who owns the evaluation set'],
  ['R-053', 'evalSet', 'whether held-out was ever used to tune'],
  ['R-054', 'failureCost', 'what a regression in production costs'],
] as const satisfies readonly (readonly [string, Exclude<IntakeStep, 'defaults' | 'review'>, string])[];

export type IntakeRuleId = (typeof ASKED)[number][0];

export interface IntakeRule extends Rule {
  readonly id: IntakeRuleId;
  readonly step: IntakeStep;
}

/** One for each input; asked together they are R-055. */
export const INPUT_RULES: readonly IntakeRule[] = ASKED.map(([id, step, title]) => ({
  ...{ id, step, title },
  code: id === 'R-026' ? 'ROLE_MODEL_MISSING' : 'MISSING_INPUTS',
  sentence: missingSentence([title]),
  howToProceed: ['Answer the open questions of the set-up; each step lists its own.'],
}));

export const NOT_GUESSED = {
  id: 'R-055',
  title: 'Ask, do not guess',
  code: 'MISSING_INPUTS',
  sentence: 'I will not guess.',
  howToProceed: ['Answer the open questions of the set-up; each step lists its own.'],
} as const satisfies Rule;

/** neither memorised examples nor those that chose the prompt, nor the sealed ones, are a baseline. */
export const baselineElsewhere = (split: Exclude<SplitName, 'heldOut'>) =>
  `A ${split} score is no baseline: measure the original prompt on held-out and give that score.`;

export const HELD_OUT_CONTAMINATED = {
  id: 'R-053',
  title: 'Held-out is contaminated',
  code: 'HELD_OUT_CONTAMINATED',
  sentence: 'Held-out was used to tune, so no headline rests on it.',
  howToProceed: [
    'Register a split whose held-out examples were never tuned on, and run the experiment on it.',
  ],
  shownAt: 'Shown on the split, its experiments, their runs and the Cost tab, where it blocks headlines.',
} as const satisfies Rule;

export const TUNED_STAYS_TUNED = {
  id: 'R-053',
  title: 'Contamination is not unsaid',
  code: 'SPLIT_PINNED',
  sentence: 'This split was said to be used to tune; that cannot be unsaid.',
  howToProceed: ['Register a split whose held-out examples were never tuned on.'],
} as const satisfies Rule;

export const BUDGET_FLOOR = {
  id: 'R-044',
  title: 'Budget reaches one iteration and its measurement',
  code: 'BUDGET_BELOW_FLOOR',
  sentence: 'This budget ends before the first iteration is measured.',
  howToProceed: ['Raise the budget to the floor that is named.', 'Or register a smaller split.'],
} as const satisfies Rule;

export const CHANGE_WITH_REASON = {
  id: 'R-211',
  title: 'A changed default has a reason',
  code: 'DEFAULT_CHANGED_NO_REASON',
  sentence: 'A default was changed without a reason.',
  howToProceed: ['Write down why, in at least 20 characters.', 'Or put the default back.'],
} as const satisfies Rule;

export const INTAKE_RULES: readonly Rule[] = [
  ...INPUT_RULES,
  BUDGET_FLOOR,
  HELD_OUT_CONTAMINATED,
  TUNED_STAYS_TUNED,
  NOT_GUESSED,
  CHANGE_WITH_REASON,
];
