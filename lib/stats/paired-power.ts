import { normalQuantile } from './normal';

/**
 * What a comparison of two prompts on the same examples can show, before it is made. Answers are right or wrong, so a
 * pair says something only where the two prompts differ:
 *
 *     psi    share of discordant examples: exactly one of the two prompts is right
 *     delta  gain, the difference of the two shares of right answers; |delta| <= psi
 *     Var(difference of one pair) = psi under "no gain", psi - delta^2 under a gain of delta
 *
 * McNemar's test, two-sided at alpha, then finds a gain of delta with the wanted power once
 *
 *     n >= (z_(1-alpha/2) sqrt(psi) + z_(power) sqrt(psi - delta^2))^2 / delta^2
 *
 * (Miettinen 1968; Connor 1987, "Sample size for testing differences in proportions for the paired-sample design").
 * Knows nothing of splits or experiments.
 */

/** Quantiles of the normal distribution: 0.05 one-sided, power 0.8. */
const Z_ONE_SIDED = 1.644853627;
const Z_POWER = 0.841621234;

/** Where no two prompts were ever compared: one example in ten changes sides. */
export const DISCORDANCE_ASSUMED = 0.1;

/**
 * Examples that it takes to find `gain`, where the prompt is the best of `comparisons`: each is tested at alpha / K, which
 * is what correlated prompts need at the most. Infinite for no gain at all.
 */
export function pairsForGain(gain: number, discordance: number, comparisons = 1): number {
  if (gain <= 0) return Number.POSITIVE_INFINITY;
  const zTwoSided = normalQuantile(1 - 0.025 / comparisons);
  // A gain of delta moves at least delta of the examples to the right side.
  const psi = Math.max(discordance, gain);
  const root = zTwoSided * Math.sqrt(psi) + Z_POWER * Math.sqrt(psi - gain * gain);
  return Math.ceil((root / gain) ** 2);
}

/**
 * Smallest gain (share of 1) that n examples find at alpha 0.05 with power 0.8. 1 where not even that is found, which
 * is so below 4 examples. The normal approximation is generous to so few: exact, six examples that all change sides are
 * the fewest that show anything, since 2 / 2^5 is above 0.05.
 */
export function smallestDetectableGain(n: number, discordance: number, comparisons = 1): number {
  let low = 0;
  let high = 1;
  if (pairsForGain(high, discordance, comparisons) > n) return 1;
  // pairsForGain falls as the gain grows, so halving finds the crossing; 50 halvings are finer than a double needs.
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (pairsForGain(middle, discordance, comparisons) <= n) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Pairs that it takes to hold a margin without a single loss, the prompt being the best of `comparisons`: the exact bound
 * of 0 losses is 1 - (0.025 / K)^(1/n) (./exact-paired-interval). 368 for 1 point and one comparison, 597 for ten.
 */
export function pairsToHold(margin: number, comparisons = 1): number {
  return Math.ceil(Math.log(0.025 / comparisons) / Math.log(1 - margin));
}

/**
 * Pairs that show "not worse by more than the margin" (one-sided alpha 0.05, power 0.8) of two prompts that are truly
 * equal: (z_(0.95) + z_(0.8))^2 psi / margin^2.
 */
export function pairsForMargin(margin: number, discordance: number): number {
  return Math.ceil(((Z_ONE_SIDED + Z_POWER) / margin) ** 2 * discordance);
}
