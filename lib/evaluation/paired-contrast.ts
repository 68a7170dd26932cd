import type { PairedDifference } from '@/lib/stats/paired-difference';
import { tCritical } from '@/lib/stats/student-t';
import type { CandidateAnswers } from './serial-measurements';

/**
 * A weighted sum of candidates' scores whose weights add up to 0, paired by example: d_e = sum_i c_i y_ie. The mean of
 * the d_e is the estimate and their spread its error, whatever the answers of one candidate have in common.
 *
 *     se^2 = sum_e (d_e - d)^2 / (n (n - 1))           examples and answers together
 *     of it, sum_i c_i^2 v_i / (R_i n) is the answers' own noise, which more repetitions take away
 *
 * Missing answers are bounded, never guessed: for the upper end an example without an answer counts what raises the sum
 * most, for the lower end what lowers it most. Cost: O(candidates x n).
 */
export interface Term {
  readonly answers: CandidateAnswers;
  readonly weight: number;
}

export interface Contrast {
  /** Over the examples that have all answers. */
  readonly mean: number;
  readonly n: number;
  readonly standardError: number | null;
  /** How far the missing answers could move the mean up and down. */
  readonly missingUp: number;
  readonly missingDown: number;
}

export function contrastOf(terms: readonly Term[]): Contrast {
  const size = terms[0]?.answers.means.length ?? 0;
  const known: number[] = [];
  let [up, down, missing] = [0, 0, 0];
  for (let example = 0; example < size; example += 1) {
    const reference =
      terms.find(({ answers }) => answers.means[example] !== null)?.answers.means[example] ?? 0;
    let [sum, high, low, complete] = [0, 0, 0, true];
    for (const { answers, weight } of terms) {
      const score = answers.means[example] ?? null;
      if (score === null) complete = false;
      const [most, least] = weight > 0 ? [1, 0] : [0, 1];
      sum += weight * ((score ?? reference) - reference);
      high += weight * ((score ?? most) - reference);
      low += weight * ((score ?? least) - reference);
    }
    if (complete) known.push(sum);
    else {
      missing += 1;
      up += high;
      down += low;
    }
  }
  const n = known.length;
  const mean = n === 0 ? 0 : known.reduce((total, d) => total + d, 0) / n;
  const squares = known.reduce((total, d) => total + (d - mean) * (d - mean), 0);
  return {
    mean,
    n,
    standardError: n < 2 ? null : Math.sqrt(squares / (n - 1) / n),
    missingUp: missing === 0 ? 0 : (up - missing * mean) / size,
    missingDown: missing === 0 ? 0 : (down - missing * mean) / size,
  };
}

/** `error` is the chance that each end errs with. No interval with fewer than two complete examples. */
export function intervalOf(contrast: Contrast, error: number): PairedDifference {
  const { mean, n, standardError, missingUp, missingDown } = contrast;
  if (standardError === null) return { mean, lower: null, upper: null, n };
  const half = standardError === 0 ? 0 : tCritical(1 - 2 * error, n - 1) * standardError;
  return { mean, lower: mean - half + missingDown, upper: mean + half + missingUp, n };
}

/** The part of the squared error that is the noise of answers, were each candidate answered `repetitionsOf` times. */
export function noiseOf(
  terms: readonly Term[],
  n: number,
  noise: number,
  repetitionsOf: (answers: CandidateAnswers) => number,
): number {
  return terms.reduce(
    (sum, { answers, weight }) =>
      sum + (weight * weight * (answers.noise ?? noise)) / (repetitionsOf(answers) * n),
    0,
  );
}
