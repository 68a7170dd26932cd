import type { HealthFinding } from '@/lib/domain/canary';
import type { EvaluatorFacts } from '@/lib/domain/evaluator-probe';
import type { StepCallers } from '@/lib/domain/step-callers';
import { signTestP } from '@/lib/stats/binomial';
import { shareMismatchP } from '@/lib/stats/chi-square';
import { PAIRS_MIN } from './enough-pairs';
import { checkEvaluator } from './evaluator-drift';
import { checkCallers } from './step-callers';

/**
 * Checks that have to hold before a number of a canary means anything. One that fails makes the canary invalid,
 * whatever its scores say: a split that is not the planned one compares two different crowds, and outcomes that are
 * missing on one side hide exactly what was to be found. Each check is a function of counts, and is sound on counted
 * data only, never for want of them. Knows no clock and no rows. Cost: nothing to speak of.
 */
export interface HealthFacts {
  /** Targeting keys per arm; null in shadow, where both sides answer the same ones. */
  readonly arms: { readonly counts: readonly number[]; readonly shares: readonly number[] } | null;
  /** Pairs whose time for outcomes is over, and those of them without an outcome on one side. */
  readonly due: {
    readonly pairs: number;
    readonly missingIncumbent: number;
    readonly missingChallenger: number;
  };
  /** Callers of a live step, with the pairs for which its plan is tuned; null in the other stages. */
  readonly callers: { readonly arms: StepCallers; readonly planned: number } | null;
  /** Targeting keys seen, and those seen in both arms; null where the arm follows from the key, so that none can be. */
  readonly keys: { readonly seen: number; readonly inBothArms: number } | null;
  /** Answers, and answers without a measured latency. */
  readonly answers: { readonly counted: number; readonly untimed: number };
  readonly incumbent: { readonly registeredId: string; readonly presentId: string };
  /** Null where no probe set was kept. */
  readonly evaluator: EvaluatorFacts | null;
  /** Hours since the latest request, or since the stage began where none has come. */
  readonly traffic: { readonly hasCome: boolean; readonly hoursSince: number };
  readonly elapsedHours: number;
}

/** The chance at which a mismatch is no accident any more; small, because it is looked at again and again. */
const MISMATCH_P = 0.001;
const MISSING_SHARE_MAX = 0.01;
const DUPLICATE_SHARE_MAX = 0.001;
const UNTIMED_SHARE_MAX = 0.01;
/** A lull of an hour is told to the owner; a day without a request ends the canary. */
const LULL_HOURS = 1;
const SILENCE_HOURS = 24;

/** All checks, in the order in which they would do harm. */
export function checkHealth(facts: HealthFacts): readonly HealthFinding[] {
  return [
    checkIncumbent(facts),
    checkSampleRatio(facts),
    checkOutcomes(facts),
    checkDuplicates(facts),
    checkLatency(facts),
    checkEvaluator(facts.evaluator),
    checkTraffic(facts),
    checkDays(facts),
  ];
}

function checkIncumbent({ incumbent }: HealthFacts): HealthFinding {
  const isSame = incumbent.presentId === incumbent.registeredId;
  return isSame
    ? finding('incumbentChanged', 'sound', 'The incumbent is the one that was registered.')
    : finding('incumbentChanged', 'invalid', 'The incumbent was changed while the canary ran.');
}

/** Pearson's test against the planned shares, once each arm should have had enough. */
function checkSampleRatio({ arms }: HealthFacts): HealthFinding {
  const check = 'sampleRatio';
  if (arms === null) return finding(check, 'byDesign', 'Both sides answer the same requests.');
  const total = arms.counts.reduce((sum, keys) => sum + keys, 0);
  const planned = arms.shares.reduce((sum, share) => sum + share, 0);
  if (arms.shares.some((share) => (total * share) / planned < PAIRS_MIN))
    return finding(check, 'waiting', `Judged once each arm should have ${PAIRS_MIN} targeting keys.`);
  const p = shareMismatchP(arms.counts, arms.shares);
  const counts = arms.counts.map(count).join(' : ');
  return p !== undefined && p < MISMATCH_P
    ? finding(check, 'invalid', `The arms have ${counts} targeting keys, which is not as planned.`)
    : finding(check, 'sound', `The arms have ${counts} targeting keys, as planned.`);
}

/** More than 1 % without an outcome, or one side missing so much oftener that it is no accident. */
function checkOutcomes({ due, callers }: HealthFacts): HealthFinding {
  if (callers !== null) return checkCallers(callers.arms, callers.planned);
  const check = 'missingOutcomes';
  if (due.pairs < PAIRS_MIN) return finding(check, 'waiting', `Judged from ${PAIRS_MIN} pairs on.`);
  const worst = Math.max(due.missingIncumbent, due.missingChallenger);
  if (worst / due.pairs > MISSING_SHARE_MAX)
    return finding(
      check,
      'invalid',
      `${count(worst)} of ${count(due.pairs)} outcomes never came; at most 1 % may be missing.`,
    );
  if (signTestP(due.missingIncumbent, due.missingChallenger) < MISMATCH_P)
    return finding(check, 'invalid', 'Outcomes are missing on one side far more often than on the other.');
  return finding(check, 'sound', `${count(worst)} of ${count(due.pairs)} outcomes never came.`);
}

function checkDuplicates({ keys }: HealthFacts): HealthFinding {
  if (keys === null)
    return finding('duplicates', 'byDesign', 'The targeting key decides the arm, so no key is in both.');
  const check = 'duplicates';
  if (keys.seen === 0) return finding(check, 'waiting', 'No targeting key has come yet.');
  const isSound = keys.inBothArms <= DUPLICATE_SHARE_MAX * keys.seen;
  const sentence = `${count(keys.inBothArms)} of ${count(keys.seen)} targeting keys were in both arms.`;
  return finding(check, isSound ? 'sound' : 'invalid', sentence);
}

/** Without its latency an answer cannot be compared, and slow ones are the likeliest to lack it. */
function checkLatency({ answers }: HealthFacts): HealthFinding {
  const check = 'latency';
  if (answers.counted < PAIRS_MIN) return finding(check, 'waiting', `Judged from ${PAIRS_MIN} answers on.`);
  const sentence = `${count(answers.untimed)} of ${count(answers.counted)} answers have no latency.`;
  const isTimed = answers.untimed <= UNTIMED_SHARE_MAX * answers.counted;
  return finding(check, isTimed ? 'sound' : 'invalid', sentence);
}

function checkTraffic({ traffic: { hasCome, hoursSince } }: HealthFacts): HealthFinding {
  const check = 'noTraffic';
  const hours = hoursSince.toFixed(1);
  const silence = hasCome ? `The latest request came ${hours} hours ago.` : `No request in ${hours} hours.`;
  if (hoursSince >= SILENCE_HOURS) return finding(check, 'quiet', silence);
  if (hoursSince >= LULL_HOURS) return finding(check, 'waiting', silence);
  return hasCome
    ? finding(check, 'sound', 'The latest request is less than an hour old.')
    : finding(check, 'waiting', 'No request has come yet.');
}

function checkDays({ traffic, elapsedHours }: HealthFacts): HealthFinding {
  if (!traffic.hasCome) return finding('wholeDays', 'waiting', 'No request has come yet.');
  return elapsedHours < 24
    ? finding('wholeDays', 'waiting', 'Less than a whole day: some hours are still missing.')
    : finding('wholeDays', 'sound', 'Covers at least one whole day.');
}

const count = (amount: number) => amount.toLocaleString('en-US');

function finding(
  check: HealthFinding['check'],
  state: HealthFinding['state'],
  sentence: string,
): HealthFinding {
  return { check, state, sentence };
}
