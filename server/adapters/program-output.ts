/** The part of a program's standard output that is kept in memory while it is written. */
export interface KeptOutput {
  /** False once the program has written more than it may. */
  take(chunk: string): boolean;
  text(): string;
}

export function wholeOutput(charsMax: number): KeptOutput {
  let text = '';
  return {
    take(chunk) {
      text += chunk;
      return text.length <= charsMax;
    },
    text: () => text,
  };
}

/** Only the last line that is not empty. */
export function lastLineOfOutput(limits: {
  readonly lineCharsMax: number;
  readonly charsMax: number;
}): KeptOutput {
  let last = '';
  let open = '';
  let chars = 0;
  return {
    take(chunk) {
      const [rest = '', ...lines] = chunk.split('\n');
      open += rest;
      for (const line of lines) {
        if (open.trim() !== '') last = open;
        open = line;
      }
      chars += chunk.length;
      return open.length <= limits.lineCharsMax && chars <= limits.charsMax;
    },
    text: () => (open.trim() === '' ? last : open),
  };
}
