/**
 * Rows of scores over the same examples, without the examples that one of the rows misses (null): what can be compared
 * place by place. Rows that are too short miss their end.
 */
export function scoredByAll(rows: readonly (readonly (number | null)[])[]): readonly (readonly number[])[] {
  const places = (rows[0] ?? []).flatMap((_, at) => (rows.every((row) => row[at] != null) ? [at] : []));
  return rows.map((row) => places.map((at) => row[at] ?? 0));
}
