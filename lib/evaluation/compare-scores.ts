import { gainAnswer } from '@/lib/domain/claim-answer';
import { signTestP } from '@/lib/stats/binomial';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { pairById, pairedGain, type ScorePair } from '@/lib/stats/paired-scores';
import type { ScoredExamples } from '@/lib/stats/scored-examples';

/**
 * Two prompts on the same examples, example by example: who won where, and whether the difference is decided. Pairing
 * takes the examples' own difficulty out, so a difference that two overlapping intervals hide may be clear here.
 *
 *     wins, losses   examples that only the other, only the baseline got right; McNemar's exact p is of these alone
 *     difference     other - baseline with its interval (95 %), corrected for whatever was chosen by these scores
 *
 * Knows no run and no split: the caller ensures that both were measured on the same split. O(n) and the
 * resamples.
 */
export interface ScoreComparison {
  readonly n: number;
  /** Examples that only one of the two was measured on; they are left out. */
  readonly unpaired: number;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Two-sided, of "wins and losses are equally likely". */
  readonly p: number;
  readonly difference: PairedDifference;
  readonly decided: 'better' | 'worse' | 'undecided';
  /** All of them, regressions first, then gains, the largest of each first; last what stayed the same. */
  readonly pairs: readonly ScorePair[];
}

/** `difference`: as lib/report/claims has it, so that every page says the same; left out where nothing was chosen. */
export function compareScores(
  baseline: ScoredExamples,
  other: ScoredExamples,
  difference: PairedDifference = pairedGain(baseline, other),
): ScoreComparison {
  const pairs = pairById(baseline, other);
  const wins = pairs.filter(({ before, after: score }) => score > before).length;
  const losses = pairs.filter(({ before, after: score }) => score < before).length;
  return {
    n: pairs.length,
    unpaired: onOneSideOnly(baseline, other) + onOneSideOnly(other, baseline),
    ...{ wins, losses, ties: pairs.length - wins - losses },
    p: signTestP(wins, losses),
    difference,
    decided: DECIDED[gainAnswer(difference)],
    pairs: [...pairs].sort(byRegression),
  };
}

/** An example without a score was measured all the same: the difference counts it as missing. */
function onOneSideOnly(one: ScoredExamples, other: ScoredExamples): number {
  const known = new Set(other.exampleIds);
  return one.exampleIds.filter((id) => !known.has(id)).length;
}

const DECIDED = { holds: 'better', fails: 'worse', undecided: 'undecided' } as const;

/** Orders worse, better and unchanged examples, in this order; the largest change of each first. */
function byRegression(a: ScorePair, b: ScorePair): number {
  return placeOf(a) - placeOf(b) || changeOf(b) - changeOf(a) || a.exampleId.localeCompare(b.exampleId);
}

const changeOf = ({ before, after }: ScorePair) => Math.abs(after - before);
const placeOf = ({ before, after }: ScorePair) => (after < before ? 0 : after > before ? 1 : 2);
