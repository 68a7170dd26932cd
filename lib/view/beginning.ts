/** The beginning of a text, cut at a word; null where the text is short enough to be shown whole. */
export function beginningOf(text: string, most: number): string | null {
  if (text.length <= most * SPARE) return null;
  const head = text.slice(0, most);
  const lastBlank = head.search(/\s\S*$/);
  return `${lastBlank > most / 2 ? head.slice(0, lastBlank) : head}…`;
}

/** A rest shorter than this share is not worth a press. */
const SPARE = 1.25;
