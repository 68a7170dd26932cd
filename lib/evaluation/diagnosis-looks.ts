/**
 * When a diagnosis measures on, whom, and what its looks may err. A curve that cannot be told apart from a flat one for
 * the noise of its answers is answered again: the first, the middle and the last candidate of the window, up to
 * R = 2, 4, 8, 16, 24, 32 … times in all, until the rule decides or the registered cap is reached. With the looks at R_1 = 1 < R_2
 * < … < R_J fixed beforehand, each bound at look j errs with
 *
 *     error_1 = error / 4,   error_j = 3/4 error (R_j - R_(j-1)) / (R_J - 1)
 *
 * which add up to `error` (union bound): no independence is assumed, and stopping early can only lower it. Cost: none.
 */
import { tCritical } from '@/lib/stats/student-t';
import { acceptancesIn, gainBase } from './acceptance-bound';
import { type Contrast, contrastOf, noiseOf, type Term } from './paired-contrast';
import type { CandidateAnswers, SerialCurve } from './serial-measurements';

/**
 * The height is judged once early, since most plateaus are far above the original prompt: where the look with four
 * answers shows it, that is settled, and the original prompt is not answered again.
 */
export const HEIGHT_LOOK = 4;
const FIRST_LOOK_SHARE = 0.25;

/** Properties of a curve on which the looks depend. */
export interface LookedAt {
  readonly window: number;
  /** Whether the plateau was above the original prompt at the look with `HEIGHT_LOOK` answers. */
  readonly isHeightSettled: boolean;
}

/** From here on a look that comes too late costs much, so there is one between every two. */
const FINER_FROM = 16;

/** 1, 2, 4, 8, 16, 24, 32, 48 … and the cap itself. */
export function lookSchedule(repetitionsMax: number): readonly number[] {
  const steps: number[] = [];
  for (let power = 1; power < repetitionsMax; power *= 2) {
    steps.push(power);
    const between = power * 1.5;
    if (power >= FINER_FROM && between < repetitionsMax) steps.push(between);
  }
  return [...steps, Math.max(1, repetitionsMax)];
}

/** Error probability of each bound at the look with this number of repetitions. */
export function lookError(error: number, repetitions: number, repetitionsMax: number): number {
  const schedule = lookSchedule(repetitionsMax);
  if (schedule.length === 1) return error;
  if (repetitions <= 1) return error * FIRST_LOOK_SHARE;
  const before = schedule[schedule.indexOf(repetitions) - 1] ?? 1;
  return (error * (1 - FIRST_LOOK_SHARE) * (repetitions - before)) / (repetitionsMax - 1);
}

/** Who is answered again, and up to how often, for the look with `repetitions`. */
export function answeredAgain(
  curve: SerialCurve,
  { window, isHeightSettled }: LookedAt,
  repetitions: number,
): ReadonlyMap<string, number> {
  const seen = curve.measurements.slice(-window).map(({ candidate }) => candidate);
  const distinct = [...new Set(seen)];
  const [first, middle, last] = [distinct[0], distinct[Math.floor(distinct.length / 2)], distinct.at(-1)];
  const { accepted, of } = acceptancesIn(curve, window);
  const base = accepted < of ? gainBase(curve, window)?.candidate : undefined;
  const original = curve.measurements[0]?.candidate;
  const wanted = new Map<string, number>();
  const forHeight = isHeightSettled ? Math.min(repetitions, HEIGHT_LOOK) : repetitions;
  if (original !== undefined) wanted.set(original, forHeight);
  for (const one of [base, first, middle, last]) if (one !== undefined) wanted.set(one, repetitions);
  return wanted;
}

/** The highest look for which every answer is there. */
export function repetitionsReached(curve: SerialCurve, at: LookedAt): number {
  const have = new Map<string, number>();
  for (const { candidate } of curve.repeats) have.set(candidate, (have.get(candidate) ?? 1) + 1);
  return lookSchedule(curve.repetitionsMax)
    .filter((step) =>
      [...answeredAgain(curve, at, step)].every(([one, times]) => times <= (have.get(one) ?? 1)),
    )
    .reduce((most, step) => Math.max(most, step), 1);
}

/** Repetitions at the next look; null after the last look. */
export function nextLook(repetitions: number, repetitionsMax: number): number | null {
  return lookSchedule(repetitionsMax).find((step) => step > repetitions) ?? null;
}

/** Where a bound could still come to lie at the last look, by the noise seen so far: less than 1 % lies beyond. */
export interface Outlook {
  readonly lowest: number;
  readonly highest: number;
  /** Half of the interval at the last look. */
  readonly half: number;
}

const BEYOND = 2.58;

interface Ahead {
  readonly terms: readonly Term[];
  /** Variance of one answer. */
  readonly noise: number;
  readonly repetitionsMax: number;
  readonly error: number;
}

export function outlookOf({ terms, noise, repetitionsMax, error }: Ahead): Outlook | null {
  const contrast: Contrast = contrastOf(terms);
  const { mean, n, standardError } = contrast;
  if (standardError === null) return null;
  const now = standardError * standardError;
  const timesAtEnd = ({ repetitions }: CandidateAnswers) => (repetitions > 1 ? repetitionsMax : repetitions);
  const gone =
    noiseOf(terms, n, noise, (answers) => answers.repetitions) - noiseOf(terms, n, noise, timesAtEnd);
  const atEnd = Math.max(0, now - Math.max(0, gone));
  const moves = BEYOND * Math.sqrt(now - atEnd);
  const last = lookSchedule(repetitionsMax).at(-1) ?? 1;
  const half =
    atEnd === 0 ? 0 : tCritical(1 - 2 * lookError(error, last, repetitionsMax), n - 1) * Math.sqrt(atEnd);
  return { lowest: mean - moves, highest: mean + moves, half };
}
