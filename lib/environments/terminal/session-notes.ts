/**
 * Sentences that a terminal adds to its screen: that the shell has ended, that a program reads the keys instead of the shell,
 * that the disk is full. Each is one line in brackets.
 */
export interface TerminalFacts {
  /** How the shell has ended, in words, or null. */
  readonly ended: string | null;
  /** Program that has the terminal, instead of the shell; empty = its name is not known. */
  readonly program: string | null;
  readonly isPrinting: boolean;
  readonly isDiskFull: boolean;
  /** Bytes of the keystrokes that the terminal did not take. */
  readonly bytesNotTyped: number;
  /** Typed keys are not on the screen. */
  readonly isEchoOff: boolean;
  /** Characters that are no text, which were left out. */
  readonly charactersLeftOut: number;
}

export const NO_FACTS: TerminalFacts = {
  ...{ ended: null, program: null, isPrinting: false, isDiskFull: false },
  ...{ bytesNotTyped: 0, isEchoOff: false, charactersLeftOut: 0 },
};

/** A few control characters are ordinary. */
const BINARY_CHARACTERS = 20;

export function sessionNotes(facts: TerminalFacts): string[] {
  const { ended, program, bytesNotTyped, charactersLeftOut } = facts;
  return [
    ...(charactersLeftOut < BINARY_CHARACTERS
      ? []
      : [`The output is no text: ${charactersLeftOut} characters were left out.`]),
    ...(ended === null
      ? []
      : [
          `${ended} A new shell was started: variables, jobs and the working folder are as at the beginning.`,
        ]),
    ...(program === null
      ? []
      : [
          `${program === '' ? 'A program' : `The program "${program}"`} still has the terminal; C-c ends most programs, and keys go to it until it ends.`,
        ]),
    ...(facts.isPrinting ? ['A program in the background keeps printing; end it with "kill".'] : []),
    ...(bytesNotTyped === 0
      ? []
      : [`The terminal takes no more keys: the last ${bytesNotTyped} bytes were not typed.`]),
    ...(facts.isEchoOff ? ['Typed keys are not shown; "stty sane" shows them again.'] : []),
    ...(facts.isDiskFull ? ['The disk is full: nothing can be written until files are removed.'] : []),
  ].map((sentence) => `[${sentence}]`);
}

/** How a shell has ended, from the status that its parent was given. */
export function endOfShell(status: number): string {
  const signal = status & 0x7f;
  if (signal !== 0) return `The shell was killed by signal ${signal}.`;
  const code = status >> 8;
  // Programs that run a shell say a signal so.
  return code > 128
    ? `The shell was killed by signal ${code - 128}.`
    : `The shell has ended with code ${code}.`;
}
