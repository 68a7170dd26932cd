/**
 * What a canary and its promotion refuse, in words (R-134 to R-137, and what approvals and steps need beside them).
 * R-130 is among the anti-patterns.
 */
import type { Rule } from './rule';

export const EPSILON_SAID: Rule = {
  id: 'R-135',
  title: 'The margin is said',
  code: 'EPSILON_MISSING',
  sentence: 'A canary names, before the data, how much worse than the incumbent still passes.',
  howToProceed: ['Set a margin in points, for example 0.5. In the API it is a share of 1: 0.005.'],
};

export const EPSILON_STAYS: Rule = {
  id: 'R-136',
  title: 'The margin does not move',
  code: 'EPSILON_PINNED',
  sentence: 'Epsilon was registered before the data. It does not move.',
  howToProceed: ['Register a new canary with the other plan; it begins with no data.'],
};

export const HELD_OUT_REACHED: Rule = {
  id: 'R-134',
  title: 'Held-out reaches the target',
  code: 'HELDOUT_BELOW_TARGET',
  sentence: 'Held-out does not show that the prompt reaches its target, so no canary can promote it.',
  howToProceed: [
    'Improve the prompt, or measure it on more held-out examples: the lower bound has to reach the target.',
  ],
};

export const GAIN_CONFIRMED: Rule = {
  id: 'R-134',
  title: 'Confirmation examples show the gain',
  code: 'CONFIRMATION_MISSING',
  sentence: 'The confirmation examples, which had no part in choosing the prompt, do not show its gain.',
  howToProceed: [
    'Open the confirmation examples for this prompt on the page of its run.',
    'If they are spent or show no gain, register a split with fresh confirmation examples and run again.',
  ],
};

export const CANARY_PASSED: Rule = {
  id: 'R-134',
  title: 'The canary does not fall behind',
  code: 'CANARY_BELOW_MARGIN',
  sentence: 'Only a canary that ended with a pass can be promoted.',
  howToProceed: [
    'While it runs, wait for its registered end.',
    'If it ended otherwise, register a new canary: with more traffic, a longer window or a wider margin.',
  ],
};

export const NOT_ROLLED_BACK: Rule = {
  id: 'CAN-1',
  title: 'What was rolled back stays back',
  code: 'ROLLED_BACK_HASH',
  sentence: 'This prompt was rolled back in this slot and goes live again only through a new canary.',
  howToProceed: ['Register a new canary for it.'],
};

export const PLAN_FITS: Rule = {
  id: 'CAN-2',
  title: 'A plan that can be carried out',
  code: 'INPUT_INVALID',
  sentence: 'The plan of the canary cannot be registered as it is.',
  howToProceed: ['Correct the fields that are named.'],
};

export const POWER_ACCEPTED: Rule = {
  id: 'CAN-3',
  title: 'A plan that may decide something',
  code: 'CANARY_UNDERPOWERED',
  sentence: 'This canary will probably end inconclusive, and an inconclusive canary never promotes.',
  howToProceed: [
    'Raise the share (a shadow harms no user), lengthen the window, or widen the margin now.',
    'Or accept it by saying so in the plan.',
  ],
};

export const CANARY_STEP_IN_ORDER: Rule = {
  id: 'CAN-4',
  title: 'One stage after the other',
  code: 'STATE_CONFLICT',
  sentence: 'The canary is not where this step begins.',
  howToProceed: ['Load the canary again and go on from its present stage.'],
};

export const APPROVED_BY_ANOTHER: Rule = {
  id: 'CAN-5',
  title: 'Authors cannot approve their own work',
  code: 'REVIEW_OWN_WORK',
  sentence: 'Authors of the experiment, the run, a hand edit or the registration may not approve it.',
  howToProceed: ['Ask another owner or reviewer.'],
};

export const APPROVED_IN_PERSON: Rule = {
  id: 'CAN-6',
  title: 'A person approves',
  code: 'PERSON_REQUIRED',
  sentence: 'An approval takes a signed-in person; an API key or a command may not approve.',
  howToProceed: ['Sign in and approve on the page of the canary.'],
};

export const APPROVAL_OF_HASH: Rule = {
  id: 'CAN-7',
  title: 'An approval binds the evidence',
  code: 'REVIEW_HASH_STALE',
  sentence: 'The evidence is not what was approved, so the approval was not taken.',
  howToProceed: ['Load the evidence again, read what changed, and approve under its new hash.'],
};

export const APPROVERS_ENOUGH: Rule = {
  id: 'CAN-8',
  title: 'As many approvals as the failure cost asks',
  code: 'APPROVALS_MISSING',
  sentence: 'Not everybody has approved who has to.',
  howToProceed: ['Ask another owner or reviewer to approve.'],
};

export const PRACTICE_STAYS_IN_REHEARSAL: Rule = {
  id: 'CAN-9',
  title: 'Practice stays in rehearsal',
  code: 'PRACTICE_IN_PRODUCTION',
  sentence: 'A prompt that was learned on the practice model can go live in a rehearsal slot only.',
  howToProceed: ['Choose a rehearsal slot, or learn the prompt on a real model.'],
};

export const STEP_LASTS_ITS_TIME: Rule = {
  id: 'CAN-10',
  title: 'A step lasts its time',
  code: 'STATE_CONFLICT',
  sentence: 'A live step widens only after the hours that were registered for it.',
  howToProceed: ['Wait until its time is over; a revert needs no waiting.'],
};

export const APPROVED_STILL_HOLDS: Rule = {
  id: 'CAN-11',
  title: 'A step widens on what was approved',
  code: 'REVIEW_HASH_STALE',
  sentence: 'What was approved rests on something that is no longer so, and no step widens without it.',
  howToProceed: [
    'Restore what is missing; the step then goes on by itself.',
    'Or revert the canary, and register a new one on the evidence as it is.',
  ],
};

export const WEIGHT_WITHIN_LIMIT: Rule = {
  id: 'CAN-12',
  title: 'The prompt keeps its weight limit',
  code: 'PROMPT_TOO_HEAVY',
  sentence: 'The challenger adds more tokens to each call than the plan of its canary allows.',
  howToProceed: [
    'Shorten the prompt and register a canary for the shorter one.',
    'Or register a canary with a higher limit, or with none.',
  ],
};

export const CANARY_RULES: readonly Rule[] = [
  EPSILON_SAID,
  EPSILON_STAYS,
  HELD_OUT_REACHED,
  GAIN_CONFIRMED,
  CANARY_PASSED,
  NOT_ROLLED_BACK,
  PLAN_FITS,
  POWER_ACCEPTED,
  CANARY_STEP_IN_ORDER,
  APPROVED_BY_ANOTHER,
  APPROVED_IN_PERSON,
  APPROVAL_OF_HASH,
  APPROVERS_ENOUGH,
  PRACTICE_STAYS_IN_REHEARSAL,
  STEP_LASTS_ITS_TIME,
  APPROVED_STILL_HOLDS,
  WEIGHT_WITHIN_LIMIT,
];
