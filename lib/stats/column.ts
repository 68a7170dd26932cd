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
  const at = new Uint32Array(n);
  const values = new Float64Array(n);
  let count = 0;
  let total = 0;
  let squares = 0;
  for (let unit = 0; unit < n; unit += 1) {
    const value = numbers[unit] as number;
    if (value === 0) continue;
    at[count] = unit;
    values[count] = value;
    count += 1;
    total += value;
    squares += value * value;
  }
  return {
    n,
    at: at.slice(0, count),
    values: values.slice(0, count),
    mean: n === 0 ? 0 : total / n,
    error: errorOfMean(total, squares, n),
  };
}

/** From the sum and the sum of squares of n numbers. */
export function errorOfMean(total: number, squares: number, n: number): number {
  return n < 2 ? 0 : Math.sqrt(Math.max(0, squares - (total * total) / n) / (n - 1) / n);
}
