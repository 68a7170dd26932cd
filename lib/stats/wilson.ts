/** A share with its uncertainty: x successes out of n independent trials. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/** 97.5 % point of the normal distribution: two sides of 2.5 % make 95 %. */
export const Z_95 = 1.959963984540054;

/**
 * Wilson's score interval for a share (95 %). Unlike p +- z sqrt(pq/n) it never leaves 0..1 and keeps its width at
 * 0 and n successes. Undefined for n = 0, where nothing is known. With another `z`, such as Student's, it is of another
 * level; n need not be whole (see arm-level).
 */
export function wilsonInterval(successes: number, n: number, z = Z_95): Interval | undefined {
  if (n <= 0) return undefined;
  const share = successes / n;
  const z2 = z * z;
  const centre = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (z / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  // At the ends the bound is 0 or 1 by algebra; rounding must not say otherwise.
  return {
    lower: successes === 0 ? 0 : Math.max(0, centre - half),
    upper: successes === n ? 1 : Math.min(1, centre + half),
  };
}
