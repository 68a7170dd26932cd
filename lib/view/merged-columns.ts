import type { SeriesRow } from './series-chart';

/**
 * Fewer columns out of many: neighbours become one that keeps the largest and the smallest value among them. Nothing is
 * averaged. For pairs of columns, which are too thin to be told apart long before single ones are.
 */
export const PAIRS_MAX = 32;

export interface MergedColumns {
  readonly rows: readonly SeriesRow[];
  /** Largest number of rows merged into one column. */
  readonly each: number;
}

/** Most notes kept per column; a reader skips longer lists. */
const NOTES_MAX = 3;

export function mergeColumns(rows: readonly SeriesRow[], max = PAIRS_MAX): MergedColumns {
  const each = Math.max(1, Math.ceil(rows.length / max));
  if (each === 1) return { rows, each };
  const stretches = Array.from({ length: Math.ceil(rows.length / each) }, (_, at) =>
    rows.slice(at * each, (at + 1) * each),
  );
  return { rows: stretches.map(mergedRow), each };
}

function mergedRow(rows: readonly SeriesRow[]): SeriesRow {
  const [first, last] = [rows[0], rows.at(-1)];
  const keys = Object.keys(first?.values ?? {});
  const along = (choose: (...known: number[]) => number) =>
    Object.fromEntries(
      keys.map((key) => {
        const known = rows.flatMap(({ values }) => values[key] ?? []);
        return [key, known.length === 0 ? null : choose(...known)];
      }),
    );
  const note = notesOf(rows);
  return {
    x: first === last ? (first?.x ?? '') : `${first?.x}–${last?.x}`,
    values: along(Math.max),
    least: along(Math.min),
    ...(note === '' ? {} : { note }),
  };
}

function notesOf(rows: readonly SeriesRow[]): string {
  const notes = [...new Set(rows.flatMap(({ note }) => note ?? []))];
  const more = notes.length - NOTES_MAX;
  return `${notes.slice(0, NOTES_MAX).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
