/**
 * The mean score of an arm with both of its sources of variation, examples and training.
 *
 *     variance   s2(means) / n + what training adds (./training-variance), degrees of freedom: Satterthwaite
 *     n_eff      mean (1 - mean) / variance: the size of a sample of right and wrong answers that is as sure
 *     interval   Wilson's on n_eff with t(95 %, df), so that it stays within 0..1 and keeps its width near the ends
 *
 * (Kott and Carr 1997; Dean and Pagano 2015 for Wilson's interval on the effective size.) One seed alone is a
 * measurement as any other, with the interval that the run itself shows; training is then in it only where other arms
 * tell of it. O(n).
 */
import type { Measurement } from '@/lib/domain/score';
import type { ArmScores } from './arm-scores';
import { columnOf } from './column';
import { measure } from './mean-interval';
import { sumOfVariances } from './satterthwaite';
import { tCritical } from './student-t';
import type { TrainingVariance } from './training-variance';
import { wilsonInterval } from './wilson';

/** `training` null or without variance: of the examples alone. */
export function armLevel({ means, seedMeans }: ArmScores, training: TrainingVariance | null): Measurement {
  const scores = [...means.filter((score) => !Number.isNaN(score))];
  const n = scores.length;
  if (n < 2 || (seedMeans.length < 2 && !training?.variance)) return measure(scores);
  const { mean, error } = columnOf(scores);
  const variance = error ** 2;
  const examples = { variance: variance > 0 ? variance : spreadWithin(mean, n), df: n - 1 };
  const sum = sumOfVariances(training ? [examples, training] : [examples]);
  const share = variance > 0 ? mean * (1 - mean) : spreadWithin(mean, n) * n;
  const effective = share / sum.variance;
  const interval = wilsonInterval(mean * effective, effective, tCritical(0.95, Math.min(sum.df, 1e6)));
  return { mean, lower: interval?.lower ?? null, upper: interval?.upper ?? null, n };
}

/** Scores that all agree still may be a sample of others: two more right and two more wrong ones (Agresti, Coull 1998). */
function spreadWithin(mean: number, n: number): number {
  const share = (mean * n + 2) / (n + 4);
  return (share * (1 - share)) / n;
}
