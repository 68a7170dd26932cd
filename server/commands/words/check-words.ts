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
