import { sum } from './sum';

/**
 * Cosine of the angle between two vectors of one length, undefined when one of them is the zero vector or empty:
 * "no direction" is not "no likeness".
 */
export function cosine(a: readonly number[], b: readonly number[]): number | undefined {
  const norms = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
  return norms === 0 ? undefined : dot(a, b) / norms;
}

/** Sum of products; the shorter vector counts as padded with zeros. */
function dot(a: readonly number[], b: readonly number[]): number {
  return sum(a.map((value, i) => value * (b[i] ?? 0)));
}
