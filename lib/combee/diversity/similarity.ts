/**
 * Similarity of texts, from their unit vectors. Rounded to nine digits, so that a pair at the threshold is on the
 * same side of it on every machine; the zero vector (an empty text) is like nothing.
 */
export type UnitVector = readonly number[];

export function similarity(a: UnitVector, b: UnitVector): number {
  let dot = 0;
  for (let index = 0; index < a.length; index += 1) dot += (a[index] ?? 0) * (b[index] ?? 0);
  return Math.round(dot * 1e9) / 1e9;
}

/** To the nearest of them; 0 where there is none. */
export function nearest(vector: UnitVector, others: readonly UnitVector[]): number {
  let best = 0;
  for (const other of others) best = Math.max(best, similarity(vector, other));
  return best;
}

/**
 * Between two lists of edits: each edit's nearest on the other side, averaged over both sides. 1 = they say the same,
 * in whatever order; one shared edit among ten distinct ones counts for a tenth. Null where a side is empty.
 */
export function listSimilarity(a: readonly UnitVector[], b: readonly UnitVector[]): number | null {
  if (a.length === 0 || b.length === 0) return null;
  const oneWay = (from: readonly UnitVector[], to: readonly UnitVector[]) =>
    from.reduce((sum, vector) => sum + nearest(vector, to), 0) / from.length;
  return Math.round(((oneWay(a, b) + oneWay(b, a)) / 2) * 1e9) / 1e9;
}
