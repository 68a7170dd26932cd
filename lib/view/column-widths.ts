/**
 * Widths of a list's columns, in pixels by the column's id, as somebody set them. None = the list lays itself out. In an
 * address each is a column's id, a dot and its width.
 */
export type ColumnWidths = Readonly<Record<string, number>>;

export const WIDTH_MIN = 56;
export const WIDTH_MAX = 900;

export const clampWidth = (px: number) => Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, Math.round(px)));

/** What is no width, as in an address that somebody mistyped, is left out. */
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
