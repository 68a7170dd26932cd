import { PHRASES } from './phrases';

export interface Word {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly instead: string;
}

/** Each phrase to leave, with its place. `text` is a whole file: code, comments and sentences alike. */
export function wordsToLeave(file: string, text: string): Word[] {
  return text.split('\n').flatMap((line, index) =>
    PHRASES.flatMap(({ found, instead }) => {
      const match = found.exec(line);
      return match === null ? [] : [{ file, line: index + 1, text: match[0].trim(), instead }];
    }),
  );
}

/**
 * Faults of a tree: phrases in files that are not listed as still to be rewritten, and listed files that need no
 * entry any more, so that the list only shrinks.
 */
export function checkWords(
  files: ReadonlyMap<string, string>,
  toRewrite: ReadonlySet<string>,
): { readonly words: readonly Word[]; readonly listedInVain: readonly string[] } {
  const found = [...files].flatMap(([file, text]) => wordsToLeave(file, text));
  const faulty = new Set(found.map(({ file }) => file));
  return {
    words: found.filter(({ file }) => !toRewrite.has(file)),
    listedInVain: [...toRewrite].filter((file) => !faulty.has(file)),
  };
}
