/**
 * Which advice a line gives: it has most of the words of one of the advice's wordings, so that an edited, merged or numbered
 * line still counts, and a line about something else does not.
 */
export interface Wordings<Rule extends string> {
  readonly rule: Rule;
  readonly advice: readonly string[];
}

/** Share of a wording's different words that a line must have. */
const WORDS_SHARE = 0.8;

/** Rules that a line teaches, in the order given. */
export function adviceReader<Rule extends string>(
  rules: readonly Wordings<Rule>[],
): (line: string) => readonly Rule[] {
  const wordings = rules.flatMap(({ rule, advice }) =>
    advice.map((text) => ({ rule, words: [...wordsOf(text)] })),
  );
  return (line) => {
    const words = wordsOf(line);
    const taught = wordings.filter((wording) => {
      const found = wording.words.reduce((count, word) => count + (words.has(word) ? 1 : 0), 0);
      return found >= WORDS_SHARE * wording.words.length;
    });
    return [...new Set(taught.map(({ rule }) => rule))];
  };
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
