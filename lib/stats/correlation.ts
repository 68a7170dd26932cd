import { sum } from './sum';
import { mean } from './summary';

/**
 * Do two measurements of the same things agree? Three answers: Pearson (on a line), Spearman (in rank), Kendall
 * (pair by pair). A constant vector has no correlation with anything: the answer is then undefined, never 0, since
 * "cannot be told" must not read as "unrelated".
 */

/** 1-based ranks in ascending order; equal values share the mean of their places. */
export function ranks(numbers: readonly number[]): number[] {
  const order = numbers.map((_, index) => index).sort((a, b) => at(numbers, a) - at(numbers, b));
  const out = new Array<number>(numbers.length).fill(0);
  let start = 0;
  while (start < order.length) {
    let end = start;
    while (end + 1 < order.length && at(numbers, at(order, end + 1)) === at(numbers, at(order, start)))
      end += 1;
    // Places start+1 .. end+1 are tied.
    for (let i = start; i <= end; i += 1) out[at(order, i)] = (start + end) / 2 + 1;
    start = end + 1;
  }
  return out;
}

const PERFECT = 1e-15;

/** Pearson's r; undefined for fewer than two pairs, unequal lengths or a constant vector. */
export function pearson(x: readonly number[], y: readonly number[]): number | undefined {
  if (!comparable(x, y)) return undefined;
  const dx = unitDeviations(x);
  const dy = unitDeviations(y);
  const r = sum(dx.map((d, i) => d * at(dy, i)));
  // Rounding leaves a perfect line a few units short of 1, which a p-value of few pairs would magnify to 1e-8.
  return 1 - Math.abs(r) < PERFECT ? Math.sign(r) : r;
}

/** Spearman's rho: Pearson's r of the ranks. */
export function spearman(x: readonly number[], y: readonly number[]): number | undefined {
  return comparable(x, y) ? pearson(ranks(x), ranks(y)) : undefined;
}

export function comparable(x: readonly number[], y: readonly number[]): boolean {
  return x.length === y.length && x.length > 1 && [x, y].every(varies);
}

function varies(numbers: readonly number[]): boolean {
  return numbers.every(Number.isFinite) && numbers.some((value) => value !== numbers[0]);
}

/** Deviations from the mean, scaled to length 1. Scaled before the product, so that huge values do not overflow. */
function unitDeviations(numbers: readonly number[]): number[] {
  const centre = mean(numbers) ?? 0;
  const deviations = numbers.map((value) => value - centre);
  const largest = Math.max(...deviations.map(Math.abs));
  const length = largest * Math.sqrt(sum(deviations.map((d) => (d / largest) ** 2)));
  return deviations.map((d) => d / length);
}

export function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? Number.NaN;
}
