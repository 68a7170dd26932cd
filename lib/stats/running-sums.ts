/**
 * What a stream of numbers leaves behind: three sums, from which mean and deviation follow at any moment. A look at a
 * canary costs the same after a hundred pairs as after a million. Differences of scores lie in -1..1, so the sums of
 * whole numbers are exact and those of fractions lose nothing that matters.
 */
export interface RunningSums {
  readonly n: number;
  readonly sum: number;
  readonly sumSquares: number;
}

export const NOTHING_SUMMED: RunningSums = { n: 0, sum: 0, sumSquares: 0 };

export function withNumber(sums: RunningSums, x: number): RunningSums {
  return { n: sums.n + 1, sum: sums.sum + x, sumSquares: sums.sumSquares + x * x };
}

/** 0 where there is nothing to average. */
export function meanOf({ n, sum }: RunningSums): number {
  return n === 0 ? 0 : sum / n;
}

/** Sample variance s^2 = (sum x^2 - (sum x)^2 / n) / (n - 1); 0 below two numbers. Rounding may not make it negative. */
export function varianceOf({ n, sum, sumSquares }: RunningSums): number {
  return n < 2 ? 0 : Math.max(0, (sumSquares - (sum * sum) / n) / (n - 1));
}
