/**
 * Conversion between the numbers of a form, which are texts while they are typed, and the values that the API takes.
 * Nothing is validated here: a missing or malformed number is sent as it is, and the API reports it at the field.
 */

/** An empty field is "none". */
export const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export const numberOr = (text: string, usual: number): number => numberOrNull(text) ?? usual;

/** An empty field that has to be filled is no number, so that it is refused instead of read as 0. */
export const numberNeeded = (text: string): number => numberOrNull(text) ?? Number.NaN;

export const textOfNumber = (value: number | null): string => (value === null ? '' : String(value));

/** Shares of 0..1 are typed as percentages; the digits that binary fractions add are cut. */
export const textOfShare = (share: number | null): string =>
  share === null ? '' : String(Number((share * 100).toFixed(6)));

export function shareOrNull(text: string): number | null {
  const percent = numberOrNull(text);
  return percent === null ? null : Number((percent / 100).toFixed(8));
}

export const shareOr = (text: string, usual: number): number => shareOrNull(text) ?? usual;

export const numbersOf = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);

/** `provider/model` as one choice of a list; null = not chosen. A model's own name may hold slashes too. */
export function modelChoiceOf(choice: string): { providerId: string; model: string } | null {
  const cut = choice.indexOf('/');
  return cut < 0 ? null : { providerId: choice.slice(0, cut), model: choice.slice(cut + 1) };
}
