/** The kinds of truth about an experiment or a run, once: who words them and who sends them take the list from here. */
/**
 * The first of these conditions that holds is stated. Two thoughts give it: what makes every number
 * worthless comes before the numbers, and what forbids the next step comes before what invites to it.
 *   contaminated        no score on this split is held-out, whatever it is
 *   inDoubt             its score was superseded, or its judge failed: it is no result
 *   failed              it failed, and a person has to look
 *   noPlateau           the serial run forbids a parallel one
 *   plateauNotAbove     the same, for another reason
 *   collapsed           the gain of copies is not the gain of a search
 *   worse, notDistinguishable, gain
 *                       what the best prompt brought over the original one, by its interval
 *   belowSerial         before a gain: it fails to keep the serial run's quality, so this prompt is not the one to take
 *   serialUndecided     a gain of which the examples do not tell whether it keeps the serial run's quality
 *   unchanged           the run ended where it began
 *   undecided, go       nothing but a diagnosis is there
 *   notMeasured
 */
export const TRUTH_ORDER = [
  'contaminated',
  'inDoubt',
  'failed',
  'noPlateau',
  'plateauNotAbove',
  'collapsed',
  'worse',
  'notDistinguishable',
  'belowSerial',
  'serialUndecided',
  'gain',
  'unchanged',
  'undecided',
  'go',
  'notMeasured',
] as const;
export type TruthKind = (typeof TRUTH_ORDER)[number];

export const TRUTH_TONES = ['good', 'honey', 'bad', 'neutral'] as const;
export type TruthTone = (typeof TRUTH_TONES)[number];
