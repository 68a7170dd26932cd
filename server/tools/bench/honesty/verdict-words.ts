/** Reads the answer out of printed text, so that the check covers words as well as fields. */
import type { ClaimAnswer } from '@/lib/domain/claim-settings';

/** Several answers if the text does not tell them apart. Null = the text says nothing about this claim. */
export type Said = readonly (ClaimAnswer | 'withheld')[] | null;

type Reading = readonly (readonly [RegExp, ClaimAnswer])[];

const QUALITY: Reading = [
  [/keeps the (?:serial|baseline’s) score within/giu, 'holds'],
  [/(?:loses more than|below serial learning by more than)/giu, 'fails'],
  [/undecided whether (?:it keeps|the loss stays)/giu, 'undecided'],
];

const GAIN: Reading = [
  [/the gain holds/giu, 'holds'],
  [/the gain fails/giu, 'fails'],
  [/undecided(?!,? whether)/giu, 'undecided'],
];

/** The answer that a text gives about serial quality. A text with two answers agrees with neither. */
export const qualityIn = (text: string): Said => onlyAnswer(withoutUndecidedKeep(text), QUALITY);

export const gainIn = (text: string): Said => onlyAnswer(text, GAIN);

/** "Undecided whether it keeps …" also contains the words of "keeps". */
const withoutUndecidedKeep = (text: string) =>
  text.replaceAll(
    /undecided whether it keeps the serial score within/giu,
    'undecided whether the loss stays within',
  );

function onlyAnswer(text: string, reading: Reading): Said {
  const found = reading.flatMap(([words, answer]) => (text.match(words) === null ? [] : [answer]));
  if (found.length === 0) return null;
  return found.length === 1 ? found : [];
}
