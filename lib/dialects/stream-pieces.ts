/** A text in the pieces in which a model streams it; no piece splits a character of two units. */
export function pieces(text: string, length: number): string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${length}}`, 'gu')) ?? [];
}
