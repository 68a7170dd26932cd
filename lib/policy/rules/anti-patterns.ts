/**
 * Excuses for skipping the work, with Waggle's answers, with the six escalations
 * (E1 to E6) that are shown word for word. Only words; who finds it out is `lib/policy/anti-patterns.ts` and the policy
 * of each chapter. Knows nothing of doors.
 */
import type { Rule } from './rule';

/** The exact sentences of the escalation protocol; a rule that escalates takes its words from here. */
export const ESCALATIONS = {
  E1: "Parallelism amplifies whatever the serial run is doing. If the serial run isn't converging, parallel won't fix it. Show me the serial curve.",
  E2: "Self-judged rollouts inflate train scores. I'll allow it only with a calibration check; if Spearman with a separate evaluator < 0.7, we revert.",
  E3: 'Train-time gains evaporate in production. Held-out + canary or no promotion.',
  E4: 'Paper numbers are paper hardware. Re-measure on your stack before headlining.',
  E5: 'Canary is the cheapest rollback. Removing it makes regressions silent until users notice.',
  E6: 'That is a leak, not a tune. Roll back the result, not the held-out.',
} as const;

export const COPIES_BY_THE_DOZEN: Rule = {
  id: 'R-190',
  title: 'Many lanes need a diversity rule',
  code: 'LANES_WITHOUT_DIVERSITY',
  queued: true,
  sentence:
    'Sixty-four workers without a diversity rule give 64 copies of one prompt by iteration 3. Add a diversity control first.',
  howToProceed: [
    'Set the diversity of the experiment: operators, a temperature schedule, a rule against copies.',
    'Or run with at most 8 lanes.',
  ],
};

export const SELF_JUDGED: Rule = {
  id: 'R-191',
  title: 'The proposer does not judge its own rollouts',
  code: 'EVALUATOR_CONFOUNDED',
  queued: true,
  sentence: ESCALATIONS.E2,
  howToProceed: [
    'Let the separate evaluator judge.',
    'Or write down why the proposer has to, and be checked against it.',
  ],
};

export const HEADLINE_NOT_MEASURED: Rule = {
  id: 'R-192',
  title: 'A headline is measured on this hardware',
  code: 'HEADLINE_NOT_MEASURED',
  sentence: ESCALATIONS.E4,
  howToProceed: [
    'Run the serial baseline and the parallel run on the hardware that the headline is to speak of.',
    'Take the headline from their comparison; the imported or published number may stand beside it, with its source.',
  ],
};

export const BASELINE_DROPPED: Rule = {
  id: 'R-193',
  title: 'The serial baseline stays',
  code: 'BASELINE_REFERENCED',
  sentence: 'Without the baseline, speedup is a number with no denominator.',
  howToProceed: [
    'Keep the serial baseline for as long as a diagnosis, a report or a parallel run reads it.',
    'Or make a new baseline of the same task, split, method and hardware, and put this one away then.',
  ],
};

export const TRAIN_PATIENCE_TOLD: Rule = {
  id: 'R-194',
  title: 'Patience never counts train accuracy',
  code: 'TRAIN_PATIENCE',
  sentence: 'That stops on memorisation, not on generalisation.',
  howToProceed: ['Leave the field out: patience counts held-out measurements without improvement.'],
};

export const HELD_OUT_TOO_SMALL: Rule = {
  id: 'R-195',
  title: 'Held-out is the contract, large enough before the run',
  code: 'HELD_OUT_TOO_SMALL',
  queued: true,
  sentence: 'The held-out is the contract. If it is too small, grow it before the run, not after.',
  howToProceed: [
    'Register a split with more held-out examples and make an experiment on it; what was measured before stays with the old one.',
    'Then promote on held-out and the canary, never on train or selection examples.',
  ],
};

export const CACHE_OFF: Rule = {
  id: 'R-196',
  title: 'The evaluation cache is on unless a reason says otherwise',
  code: 'CACHE_OFF_NO_REASON',
  sentence:
    'Without the cache, parallel scans repeat evaluations and inflate cost per improvement. Give a reason or keep it on.',
  howToProceed: ['Write down the reason.', 'Or keep the cache on.'],
};

export const SCHEDULER_LEFT_OUT: Rule = {
  id: 'R-197',
  title: 'The scheduler is part of the prompt',
  code: 'UNPINNED_SCHEDULER',
  queued: true,
  sentence: 'It is part of the prompt. An unpinned scheduler makes the result irreproducible.',
  howToProceed: ['Turn the batching policy on in the settings of the experiment.'],
};

export const PROMOTED_ON_TRAIN: Rule = {
  id: 'R-181',
  title: 'No promotion from an in-distribution score alone',
  code: 'PROMOTED_ON_TRAIN',
  sentence: ESCALATIONS.E3,
  howToProceed: ['Measure the prompt on held-out, then trial it beside the incumbent in a canary.'],
};

export const CANARY_LEFT_OUT: Rule = {
  id: 'R-130',
  title: 'Shadow first: no promotion without a canary',
  code: 'SHADOW_REQUIRED',
  sentence: ESCALATIONS.E5,
  howToProceed: ['Trial the prompt in shadow first; rolling back is one flag, however the canary ends.'],
};

export const EVAL_RETUNED: Rule = {
  id: 'R-182',
  title: 'The split does not move after a result',
  code: 'EVAL_RETUNED',
  sentence: ESCALATIONS.E6,
  howToProceed: [
    'Keep the result, or end its experiment.',
    'A larger held-out is a new contract: register it, and run the baseline and the experiment on it from the start.',
  ],
};

export const ANTI_PATTERN_RULES = [
  COPIES_BY_THE_DOZEN,
  SELF_JUDGED,
  HEADLINE_NOT_MEASURED,
  BASELINE_DROPPED,
  TRAIN_PATIENCE_TOLD,
  HELD_OUT_TOO_SMALL,
  CACHE_OFF,
  SCHEDULER_LEFT_OUT,
  PROMOTED_ON_TRAIN,
  CANARY_LEFT_OUT,
  EVAL_RETUNED,
] as const satisfies readonly Rule[];
