/**
 * The words on which a sentence turns, whatever else it says: numbers and codes (they hold a digit), abbreviations
 * (capitals only: EPS, ROI) and negations. Two sentences that differ in one of them do not say the same.
 */
export function decisiveWords(text: string): readonly string[] {
  return (text.match(WORD) ?? []).filter(
    (word) => /\p{N}/u.test(word) || /^\p{Lu}{2,}$/u.test(word) || isNegation(word),
  );
}

export const isNegation = (word: string): boolean => NEGATION.test(word);

const WORD = /[\p{L}\p{N}]+(?:[.,'’][\p{L}\p{N}]+)*/gu;
const NEGATION = /^(?:not?|never|none|without|except|unless|cannot|.*n['’]t)$/i;
