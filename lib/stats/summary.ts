import { sum } from './sum';

/**
 * What a list of numbers looks like in a few of them. Every function gives undefined where the quantity does not
 * exist (nothing to average, one number and a sample deviation) rather than 0 or NaN.
 */
export function mean(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : sum(numbers) / numbers.length;
}

/** Sum of squared distances from the mean; 0 for an empty list. */
export function squaredDeviations(numbers: readonly number[]): number {
  const centre = mean(numbers) ?? 0;
  return sum(numbers.map((x) => (x - centre) * (x - centre)));
}

/** Divides by n - 1 (Bessel): the list is a sample of something larger. */
export function sampleDeviation(numbers: readonly number[]): number | undefined {
  return numbers.length < 2 ? undefined : Math.sqrt(squaredDeviations(numbers) / (numbers.length - 1));
}

export function median(numbers: readonly number[]): number | undefined {
  if (numbers.length === 0) return undefined;
  const sorted = ascending(numbers);
  const upper = Math.floor(sorted.length / 2);
  const middle = sorted.slice(sorted.length % 2 === 1 ? upper : upper - 1, upper + 1);
  return mean(middle);
}

/**
 * The q-quantile with linear interpolation between order statistics ("type 7"): position h = (n - 1) q, value
 * x[floor h] + (h - floor h)(x[floor h + 1] - x[floor h]).
 */
export function quantile(numbers: readonly number[], q: number): number | undefined {
  if (numbers.length === 0 || !(q >= 0 && q <= 1)) return undefined;
  const sorted = ascending(numbers);
  const position = (sorted.length - 1) * q;
  const index = Math.floor(position);
  const low = sorted[index] as number;
  const high = sorted[Math.min(index + 1, sorted.length - 1)] as number;
  const share = position - index;
  // Interpolated from the nearer end, so that share = 1 gives `high` to the last bit.
  return share >= 0.5 ? high - (high - low) * (1 - share) : low + (high - low) * share;
}

function ascending(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}
