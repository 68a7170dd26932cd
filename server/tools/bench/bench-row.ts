/** One line of the bench's table. A figure that misses its target is printed with the reason, never left out. */
export interface BenchRow {
  readonly name: string;
  /** Null where it could not be measured; the note says why. */
  readonly value: number | null;
  readonly unit: string;
  readonly target: string;
  /** Null where there is no target: the row is there to compare with. */
  readonly met: boolean | null;
  readonly note: string;
}

export const atLeast = (value: number, target: number) => ({
  value,
  target: `≥ ${target}`,
  met: value >= target,
});
export const atMost = (value: number, target: number) => ({
  value,
  target: `≤ ${target}`,
  met: value <= target,
});

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}
