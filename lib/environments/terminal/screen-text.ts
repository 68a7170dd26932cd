/**
 * Bytes of a terminal as text for a model: without sequences that move the cursor or colour, and without control characters,
 * which a model cannot read and a database cannot keep.
 */
export interface ScreenText {
  readonly text: string;
  /** Control characters and broken ones. */
  readonly charactersLeftOut: number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out.
const NO_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a bell.
const BELL = /\u0007/g;

/** `plain`: without sequences of a terminal. */
export function screenText(plain: string): ScreenText {
  const lines = plain.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(BELL, '');
  const text = lines.replace(NO_TEXT, '');
  return { text, charactersLeftOut: lines.length - text.length };
}
