import { incompleteBeta } from './incomplete-beta';
import type { Interval } from './wilson';

/**
 * Exact answers from the binomial distribution, for counts so small that a normal approximation would flatter. Both
 * rest on P(X <= k) = I_(1-p)(n - k, k + 1), so no term is summed and no factorial overflows.
 */

/** P(X <= k) for X ~ Binomial(n, p). */
export function binomialAtMost(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  return k >= n ? 1 : incompleteBeta(1 - p, n - k, k + 1);
}

/**
 * Two-sided p of "wins and losses are equally likely" (sign test). On right and wrong answers of two prompts, with
 * wins = only the one right and losses = only the other, it is McNemar's exact test. Ties say nothing and are left
 * out. With p = 1/2 both tails are equal, so p = 2 P(X <= min), at most 1.
 */
export function signTestP(wins: number, losses: number): number {
  const n = wins + losses;
  return Math.min(1, 2 * binomialAtMost(Math.min(wins, losses), n, 0.5));
}

/**
 * Clopper and Pearson's interval for a share (95 %): the p for which x or more (lower end), x or fewer (upper end)
 * would have the chance `tail`. It never covers less than 1 - 2 tail, at the price of being wider than Wilson's.
 */
export function clopperPearsonInterval(successes: number, n: number, tail = 0.025): Interval | undefined {
  if (n <= 0) return undefined;
  // 1 - P(X <= x - 1) rises in p and P(X <= x) falls: each has one crossing.
  const lower = successes === 0 ? 0 : crossing((p) => binomialAtMost(successes - 1, n, p) < 1 - tail);
  const upper = successes === n ? 1 : crossing((p) => binomialAtMost(successes, n, p) < tail);
  return { lower, upper };
}

/** The p in 0..1 from which on `isBeyond` holds; 60 halvings exhaust a double. */
function crossing(isBeyond: (p: number) => boolean): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (isBeyond(middle)) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}
