/**
 * Numbers of n units of which most are 0, as the differences of two prompts are: only the others are kept. Sums over
 * thousands of resamples then cost what differs, not what was measured.
 */
export interface Column {
  readonly n: number;
  /** Units whose number is not 0, ascending, and those numbers. */
  readonly at: Uint32Array;
  readonly values: Float64Array;
  readonly mean: number;
  /** Standard error of the mean (n - 1); 0 where all units agree. */
  readonly error: number;
}

export function columnOf(numbers: readonly number[]): Column {
  const n = numbers.length;
  const at = Uint32Array.from(numbers.flatMap((number, unit) => (number === 0 ? [] : [unit])));
  const values = Float64Array.from(at, (unit) => numbers[unit] as number);
  let total = 0;
  let squares = 0;
  for (const value of values) {
    total += value;
    squares += value * value;
  }
  return { n, at, values, mean: n === 0 ? 0 : total / n, error: errorOfMean(total, squares, n) };
}

/** From the sum and the sum of squares of n numbers. */
export function errorOfMean(total: number, squares: number, n: number): number {
  return n < 2 ? 0 : Math.sqrt(Math.max(0, squares - (total * total) / n) / (n - 1) / n);
}
