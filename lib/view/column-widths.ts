/**
 * Widths of a list's columns that a person set, in pixels by column id. Without any the list lays itself out. In an
 * address each is the id of the column, a dot and the width.
 */
export type ColumnWidths = Readonly<Record<string, number>>;

export const WIDTH_MIN = 56;
export const WIDTH_MAX = 900;

export const clampWidth = (px: number) => Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, Math.round(px)));

/** Widths written in an address; a word that is no width, such as a typing error, is left out. */
export function widthsOf(words: readonly string[]): ColumnWidths {
  const pairs = words.flatMap((word) => {
    const dot = word.lastIndexOf('.');
    const px = Number(word.slice(dot + 1));
    return dot > 0 && Number.isFinite(px) && px > 0 ? [[word.slice(0, dot), clampWidth(px)] as const] : [];
  });
  return Object.fromEntries(pairs);
}

export function widthWords(widths: ColumnWidths): readonly string[] {
  return Object.entries(widths).map(([id, px]) => `${id}.${px}`);
}

/** With one of them set, or, with null, left to the list. */
export function withWidth(widths: ColumnWidths, id: string, px: number | null): ColumnWidths {
  const { [id]: _, ...others } = widths;
  return px === null ? others : { ...others, [id]: clampWidth(px) };
}
