/**
 * Which of several arms differ: the paired difference of any two of them, with intervals that hold together.
 *
 *     d[e]       score of b - score of a, over the examples that both have a score of; the unit is the example
 *     variance   s2(d) / n + what training adds to a and to b (./training-variance), degrees of freedom: Satterthwaite
 *     interval   mean(d) -+ t(level, df) sqrt(variance), with one level for all pairs (./pairs-level)
 *
 * All intervals together hold in 95 % of experiments: a null experiment shows a false difference in at most 5 %.
 * (Hothorn, Bretz and Westfall 2008 for simultaneous contrasts of means.)
 *
 * Where fewer than ten examples differ the interval is exact at 5 % / pairs (./exact-bounds), and wider where training
 * adds to it. A missing score is taken as 0 in one arm and as 1 in the other, as each end of the interval fears. Where an
 * arm is the best of k prompts by these very scores, the end that the choice flatters is taken at level / k (Bonferroni).
 *
 * Cost: that of the level, once; then O(n) a pair, when it is asked for.
 */
import { type ArmColumns, alignArms, differencesOf, type PairedArm, trainingOf } from './aligned-arms';
import type { Column } from './column';
import { exactBounds } from './exact-bounds';
import type { PairedDifference } from './paired-difference';
import { FAMILY_ALPHA, isOfFew, pairsLevel } from './pairs-level';
import { type EstimatedVariance, sumOfVariances } from './satterthwaite';
import { tCritical } from './student-t';
import type { Interval } from './wilson';

export type PairVerdict = 'better' | 'worse' | 'undecided';

export interface PairDifference extends PairedDifference {
  /** Whether b is better or worse than a: by the interval alone. */
  readonly verdict: PairVerdict;
}

export interface AllPairs {
  /** How much better the arm at place `b` is than the one at `a`. */
  readonly between: (a: number, b: number) => PairDifference;
}

export function allPairs(arms: readonly PairedArm[]): AllPairs {
  const columns = alignArms(arms);
  const comparisons = Math.max(1, (columns.length * (columns.length - 1)) / 2);
  const levels = { many: pairsLevel(columns), few: FAMILY_ALPHA / comparisons, critical: criticalValues() };
  const between = (a: number, b: number): PairDifference => {
    const [from, to] = [columns[a], columns[b]];
    return from && to ? { ...differenceOf(from, to, levels), comparisons } : UNKNOWN;
  };
  return { between };
}

const UNKNOWN: PairDifference = { mean: 0, lower: null, upper: null, n: 0, verdict: 'undecided' };

interface Levels {
  readonly many: number;
  /** Alpha of a pair of which few examples differ. */
  readonly few: number;
  readonly critical: (level: number, df: number) => number;
}

function differenceOf(a: ArmColumns, b: ArmColumns, levels: Levels): PairDifference {
  const d = differencesOf(a.means, b.means);
  const isWhole = a.isWhole && b.isWhole;
  const worst = isWhole ? d : differencesOf(a.most, b.least);
  const missing = worst.n - d.n;
  const training = trainingOf(a, b);
  const endsOf = (column: Column, choices: number) =>
    intervalOf(column, training, dividedBy(levels, choices));
  const lower = endsOf(worst, b.choices)?.lower ?? null;
  const upper = endsOf(isWhole ? d : differencesOf(a.least, b.most), a.choices)?.upper ?? null;
  return { mean: d.mean, lower, upper, n: d.n, missing, verdict: verdictOf({ lower, upper }) };
}

const dividedBy = ({ many, few, critical }: Levels, choices: number): Levels => ({
  many: many / choices,
  few: few / choices,
  critical,
});

export function verdictOf({ lower, upper }: Pick<PairedDifference, 'lower' | 'upper'>): PairVerdict {
  if (lower !== null && lower > 0) return 'better';
  return upper !== null && upper < 0 ? 'worse' : 'undecided';
}

function intervalOf(d: Column, training: EstimatedVariance, levels: Levels): Interval | null {
  if (d.n < 2) return null;
  const sum = sumOfVariances([{ variance: d.error ** 2, df: d.n - 1 }, training]);
  const half = levels.critical(levels.many, sum.df) * Math.sqrt(sum.variance);
  // Scores lie between 0 and 1, so no difference of means leaves -1 to 1.
  const wide = { lower: Math.max(-1, d.mean - half), upper: Math.min(1, d.mean + half) };
  if (!isOfFew(d)) return wide;
  const exact = exactBounds(d, levels.few);
  if (training.variance === 0) return exact;
  return { lower: Math.min(exact.lower, wide.lower), upper: Math.max(exact.upper, wide.upper) };
}

/** Few levels and degrees of freedom occur, and each costs a search. */
function criticalValues(): Levels['critical'] {
  const known = new Map<string, number>();
  return (level, df) => {
    const key = `${level}/${df}`;
    const found = known.get(key) ?? tCritical(1 - level, Math.min(df, DF_MAX));
    known.set(key, found);
    return found;
  };
}

/** Student's t is the normal distribution from here on. */
const DF_MAX = 1e6;
