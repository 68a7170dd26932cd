/** Squared Euclidean distance; the shorter vector counts as padded with zeros. On unit vectors it is 2 (1 - cosine). */
export function squaredDistance(a: readonly number[], b: readonly number[]): number {
  let total = 0;
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const gap = (a[index] ?? 0) - (b[index] ?? 0);
    total += gap * gap;
  }
  return total;
}
