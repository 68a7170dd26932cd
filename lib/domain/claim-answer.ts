/**
 * The three answers that a claim can have, from the 95 % interval of its difference and its registered margin:
 *
 *     holds       lower end above -margin
 *     fails       upper end below -margin
 *     undecided   neither: too few examples, or a difference about as large as the margin
 *
 * A gain over the original prompt is the claim with margin 0. No other file compares an interval with zero or a margin in
 * order to judge a run.
 */
import type { ClaimAnswer } from './claim-settings';

interface Ends {
  readonly lower: number | null;
  readonly upper: number | null;
}

export function answerOf({ lower, upper }: Ends, margin: number): ClaimAnswer {
  if (lower !== null && lower > -margin) return 'holds';
  return upper !== null && upper < -margin ? 'fails' : 'undecided';
}

/** Is the prompt better than the original one? A gain that was not measured is undecided. */
export const gainAnswer = (gain: Ends | null): ClaimAnswer =>
  gain === null ? 'undecided' : answerOf(gain, 0);

/** The same where only the lower end is known, which alone can show it. */
export const isGainShown = (gain: Pick<Ends, 'lower'> | null): boolean =>
  gain !== null && answerOf({ lower: gain.lower, upper: null }, 0) === 'holds';

/** Does held-out show what promotion asks for? By the corrected lower bound: a noisy score alone would reach any target. */
export const isShown = (heldOut: { readonly shown: number | null; readonly asked: number } | null): boolean =>
  heldOut !== null && heldOut.shown !== null && heldOut.shown >= heldOut.asked;
