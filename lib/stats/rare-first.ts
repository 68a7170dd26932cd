/**
 * Sets of 32-bit values as sorted keys, values that few sets hold first: what two sets share is then found near their
 * beginning, or soon known to be too little. Frequencies are counted in a table of 2^20 places; values that share a place only
 * cost time. Memory: 12 bytes a value.
 */
const PLACES = 2 ** 20;
const VALUES = 2 ** 32;

export class RareFirst {
  private readonly counts = new Uint32Array(PLACES);

  /** All sets are counted before the first is sorted. */
  count(values: Iterable<number>): void {
    for (const value of values) {
      const place = value % PLACES;
      this.counts[place] = (this.counts[place] ?? 0) + 1;
    }
  }

  /** Ascending; the same value has the same key in every set. */
  keysOf(values: Uint32Array): Float64Array {
    return Float64Array.from(
      values,
      (value) => Math.min(this.counts[value % PLACES] ?? 0, PLACES) * VALUES + value,
    ).sort();
  }
}

/** How many keys two sets share; null as soon as it cannot reach `atLeast`. Cost: O(|a| + |b|), far less where they differ early. */
export function sharedKeys(a: Float64Array, b: Float64Array, atLeast: number): number | null {
  // How many more keys each may have alone.
  let onlyA = a.length - atLeast;
  let onlyB = b.length - atLeast;
  let inA = 0;
  let inB = 0;
  while (inA < a.length && inB < b.length && onlyA >= 0 && onlyB >= 0) {
    const [one, other] = [a[inA] ?? 0, b[inB] ?? 0];
    if (one <= other) inA += 1;
    if (other <= one) inB += 1;
    if (one < other) onlyA -= 1;
    if (other < one) onlyB -= 1;
  }
  onlyA -= a.length - inA;
  onlyB -= b.length - inB;
  return onlyA >= 0 && onlyB >= 0 ? atLeast + onlyA : null;
}
