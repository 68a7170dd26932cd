export { evenTicks } from '@/lib/stats/even-ticks';

/** Ticks at the powers of `base` around the values: a log axis chooses poor ones by itself. */
export function powersAround(values: readonly number[], base: number): readonly number[] {
  const positive = values.filter((value) => value > 0);
  if (positive.length === 0) return [1, 10, 100];
  const low = Math.floor(Math.log(Math.min(...positive)) / Math.log(base) + 1e-9);
  const high = Math.ceil(Math.log(Math.max(...positive)) / Math.log(base) - 1e-9);
  return Array.from({ length: Math.max(2, high - low + 1) }, (_, index) => base ** (low + index));
}
