export interface Shown {
  readonly text: string;
  /** Characters of the original that are left. */
  readonly kept: number;
  readonly cuts: number;
}

export const cutMark = (characters: number): string =>
  `[cut: ${characters.toLocaleString('en-US')} ${characters === 1 ? 'character' : 'characters'}]`;

/** The first and last characters of a text, at most `cap` in all, with a mark where the others were. */
export function cutMiddle(text: string, cap: number): Shown {
  if (text.length <= cap) return { text, kept: text.length, cuts: 0 };
  const head = text.slice(0, wholeUpTo(text, Math.ceil(cap / 2)));
  const tail = text.slice(wholeUpTo(text, text.length - Math.floor(cap / 2)));
  const kept = head.length + tail.length;
  const parts = [head, cutMark(text.length - kept), tail].filter((part) => part !== '');
  return { text: parts.join('\n'), kept, cuts: 1 };
}

/** The place, or the one after it, so that no character outside the basic plane is halved. */
function wholeUpTo(text: string, place: number): number {
  const isLowSurrogate = (text.charCodeAt(place) & 0xfc00) === 0xdc00;
  return isLowSurrogate ? place + 1 : place;
}
