import { normalCdf } from './normal';

/**
 * Pearson's test of counts against planned shares: X^2 = sum (observed - expected)^2 / expected, and the chance of an
 * X^2 as large if the shares are kept. Closed forms for two groups (one degree of freedom: X is a normal deviate)
 * and three (two degrees: an exponential), which is all that a split of traffic has.
 */
export function shareMismatchP(observed: readonly number[], shares: readonly number[]): number | undefined {
  const total = observed.reduce((sum, count) => sum + count, 0);
  const planned = shares.reduce((sum, share) => sum + share, 0);
  if (total === 0 || observed.length !== shares.length || shares.some((share) => share <= 0))
    return undefined;
  const statistic = observed.reduce((sum, count, group) => {
    const expected = (total * (shares[group] ?? 0)) / planned;
    return sum + (count - expected) ** 2 / expected;
  }, 0);
  if (observed.length === 2) return Math.max(0, 2 * (1 - normalCdf(Math.sqrt(statistic))));
  return observed.length === 3 ? Math.exp(-statistic / 2) : undefined;
}
