import { clopperPearsonInterval } from '@/lib/stats/binomial';
import { contrastOf, intervalOf, type Term } from './paired-contrast';
import { answersOf, type SerialCurve } from './serial-measurements';

/**
 * Bound on the further gain of a stalled search. While no new candidate is accepted its score is restated, which says
 * nothing of the next acceptance. The model, where some of the window's measurements met no new candidate:
 *
 *     each measurement meets a new candidate with one chance q; x of m did        q <= Clopper-Pearson's upper end
 *     each new candidate brings g on average                                      g <= t interval of (last - base) / K
 *     further gain over h measurements = h q g                                    <= h q_upper g_upper
 *
 * K counts the window's own new candidates, or the last four of the run where the window has fewer; base is the
 * candidate before them. Each factor errs with half of `error`, so the product with at most `error`. Assumed, and to
 * be said: q does not rise, and the next candidates bring no more on average than those K did. A run that never
 * accepted anything has shown no g: then all that the scale leaves is possible.
 */
export interface AcceptanceBound {
  /** Measurements with a new candidate, of those of the window that could have had one. */
  readonly accepted: number;
  readonly of: number;
  /** Upper end of the chance that a measurement meets a new candidate. */
  readonly chanceUpper: number;
  /** Upper end of what one brings. */
  readonly gainUpper: number;
  readonly furtherGainUpper: number;
  /** Terms from which `gainUpper` was computed; null where the run accepted no candidate. */
  readonly terms: readonly Term[] | null;
}

/** Fewer new candidates than this say too little of what one brings. */
const GAINS_MIN = 4;

interface AcceptanceQuestion {
  readonly window: number;
  readonly horizon: number;
  readonly repetitions: number;
  readonly error: number;
}

/** Null where every measurement of the window met a new candidate: then its trend says it all. */
export function acceptanceBound(curve: SerialCurve, asked: AcceptanceQuestion): AcceptanceBound | null {
  const { of, accepted } = acceptancesIn(curve, asked.window);
  if (accepted === of) return null;
  const half = asked.error / 2;
  const chanceUpper = clopperPearsonInterval(accepted, of, half)?.upper ?? 1;
  const base = gainBase(curve, asked.window);
  const last = curve.measurements.at(-1)?.candidate ?? '';
  const terms =
    base === null
      ? null
      : [
          { answers: answersOf(curve, last, asked.repetitions), weight: 1 / base.gains },
          { answers: answersOf(curve, base.candidate, asked.repetitions), weight: -1 / base.gains },
        ];
  const gainUpper = terms === null ? 1 : Math.max(0, intervalOf(contrastOf(terms), half).upper ?? 1);
  return {
    ...{ accepted, of, chanceUpper, gainUpper, terms },
    furtherGainUpper: asked.horizon * chanceUpper * gainUpper,
  };
}

/** How many measurements of the window met another candidate than the one before, of all but its first. */
export function acceptancesIn(
  { measurements }: SerialCurve,
  window: number,
): { readonly accepted: number; readonly of: number } {
  const seen = measurements.slice(-window);
  const accepted = seen.filter(
    (one, place) => place > 0 && one.candidate !== seen[place - 1]?.candidate,
  ).length;
  return { accepted, of: seen.length - 1 };
}

/** The candidate from which the gains are counted, and how many they are; null where there is none. */
export function gainBase(
  curve: SerialCurve,
  window: number,
): { readonly candidate: string; readonly gains: number } | null {
  const { measurements } = curve;
  const changes = measurements.flatMap((one, place) =>
    place > 0 && one.candidate !== measurements[place - 1]?.candidate ? [place] : [],
  );
  const counted = changes.slice(-Math.max(GAINS_MIN, acceptancesIn(curve, window).accepted));
  const before = measurements[(counted[0] ?? 0) - 1];
  return before === undefined ? null : { candidate: before.candidate, gains: counted.length };
}

/** Measurements in a row without a new candidate that would do, were the gains what they are; null = too many to say. */
export function stallNeeded(
  { gainUpper }: Pick<AcceptanceBound, 'gainUpper'>,
  { horizon, margin, error }: { readonly horizon: number; readonly margin: number; readonly error: number },
): number | null {
  const chance = margin / (horizon * gainUpper);
  if (chance >= 1) return null;
  const needed = Math.ceil(Math.log(error / 2) / Math.log(1 - chance));
  return needed <= NEEDED_MAX ? needed + 1 : null;
}

const NEEDED_MAX = 1000;
