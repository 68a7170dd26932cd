import type { PairedDifference } from '@/lib/stats/paired-difference';
import { repeatedMeasuresP } from '@/lib/stats/repeated-measures';
import { contrastOf, intervalOf, type Term } from './paired-contrast';
import { answersOf, type SerialCurve, type Stay, staysOf } from './serial-measurements';

/**
 * The numbers behind a convergence verdict: trend, height and unevenness of the last w measurements, every one paired
 * by example, so that the examples' own difficulty drops out. A candidate counts once, at the mean place of its
 * measurements and with the weight of its answers. Knows no margin and gives no verdict. Cost: O(w n).
 */
export interface CurveShape {
  /** Gain of the trend over the horizon. */
  readonly trend: PairedDifference;
  /** Plateau (mean over the window's answers) minus the original prompt. */
  readonly aboveOriginal: PairedDifference;
  /** p of "no two candidates of the window differ"; null where there is nothing to test. */
  readonly unevenP: number | null;
  /** Mean score of the last candidate. */
  readonly level: number;
  /** Variance of one answer to an example; null where no candidate was answered twice. */
  readonly noise: number | null;
  readonly terms: { readonly trend: readonly Term[]; readonly height: readonly Term[] };
}

interface ShapeQuestion {
  readonly window: number;
  readonly horizon: number;
  readonly repetitions: number;
  /** Error probability of each end of an interval. */
  readonly error: number;
}

/** The curve holds at least `window` measurements after the original prompt's. */
export function curveShape(curve: SerialCurve, asked: ShapeQuestion): CurveShape {
  const { window, horizon, repetitions, error } = asked;
  const stays = staysOf(curve, curve.measurements.slice(-window), repetitions);
  const original = answersOf(curve, curve.measurements[0]?.candidate ?? '', repetitions);
  const terms = { trend: trendTerms(stays, horizon), height: heightTerms(stays, original) };
  const noises = stays.flatMap(({ answers }) => (answers.noise === null ? [] : [answers.noise]));
  return {
    trend: intervalOf(contrastOf(terms.trend), error),
    aboveOriginal: intervalOf(contrastOf(terms.height), error),
    unevenP: unevenness(stays),
    level: meanOf(curve.measurements.at(-1)?.scores ?? []),
    noise: noises.length === 0 ? null : meanOf(noises),
    terms,
  };
}

/**
 * Error probability of each bound when the question is put for the k-th time in one scope: alpha / (k (k + 1)), that is
 * 2.5 %, 0.83 %, 0.42 % … of 5 %. The sum telescopes, 1/(1*2) + 1/(2*3) + … = 1, so however often it is put, a bound
 * errs with at most alpha.
 */
export function askedError(alpha: number, look: number): number {
  return alpha / (look * (look + 1));
}

/** Weighted least squares: c_i = h W_i (x_i - x) / sum_j W_j (x_j - x)^2, where W_i counts the answers. */
function trendTerms(stays: readonly Stay[], horizon: number): Term[] {
  const weight = stays.reduce((sum, { answers }) => sum + answers.repetitions, 0);
  const centre = stays.reduce((sum, { answers, place }) => sum + answers.repetitions * place, 0) / weight;
  const squares = stays.reduce(
    (sum, { answers, place }) => sum + answers.repetitions * (place - centre) ** 2,
    0,
  );
  return stays.map(({ answers, place }) => ({
    answers,
    weight: squares === 0 ? 0 : (horizon * answers.repetitions * (place - centre)) / squares,
  }));
}

function heightTerms(stays: readonly Stay[], original: Term['answers']): Term[] {
  const weight = stays.reduce((sum, { answers }) => sum + answers.repetitions, 0);
  const plateau = stays.map(({ answers }) => ({ answers, weight: answers.repetitions / weight }));
  return [...plateau, { answers: original, weight: -1 }];
}

/** Only among candidates that were answered equally often, on the examples that all of them have. */
function unevenness(stays: readonly Stay[]): number | null {
  const most = Math.max(...stays.map(({ answers }) => answers.repetitions));
  const rows = stays
    .filter(({ answers }) => answers.repetitions === most)
    .map(({ answers }) => answers.means);
  const complete = (rows[0] ?? []).flatMap((_, example) =>
    rows.every((row) => (row[example] ?? null) !== null) ? [example] : [],
  );
  return repeatedMeasuresP(rows.map((row) => complete.map((example) => row[example] ?? 0)));
}

function meanOf(scores: readonly (number | null)[]): number {
  const known = scores.filter((score) => score !== null);
  return known.length === 0 ? 0 : known.reduce((sum, score) => sum + score, 0) / known.length;
}
