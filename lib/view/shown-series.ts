/**
 * Which series of a chart are drawn when some were put away. One always stays: a chart of nothing answers no question.
 * Knows keys alone.
 */
export function shownSeries(keys: readonly string[], hidden: ReadonlySet<string>): readonly string[] {
  const shown = keys.filter((key) => !hidden.has(key));
  // The series may have changed since: where all that are left were put away, all are shown.
  return shown.length === 0 ? keys : shown;
}

/** The one that stays cannot be put away. */
export function isLastShown(keys: readonly string[], hidden: ReadonlySet<string>, key: string): boolean {
  const shown = shownSeries(keys, hidden);
  return shown.length === 1 && shown[0] === key;
}

/** Hidden series after a press on `key`, without keys that the chart no longer has. */
export function pressSeries(
  keys: readonly string[],
  hidden: ReadonlySet<string>,
  key: string,
): ReadonlySet<string> {
  if (isLastShown(keys, hidden, key)) return hidden;
  const shown = new Set(shownSeries(keys, hidden));
  return new Set(keys.filter((one) => (one === key ? shown.has(one) : !shown.has(one))));
}
