import type { CanaryPlan } from '@/lib/domain/canary';
import { unitRadius } from '@/lib/stats/confidence-sequence';
import { normalCdf, normalQuantile } from '@/lib/stats/normal';
import { DISCORDANT_MIN, PAIRS_MIN } from './enough-pairs';

/**
 * Power of a plan, computed before it is registered. A pass is judged once, at the registered end, by the lower
 * bound of the sequence; the mean of n differences is close to normal there:
 *
 *     delta   true difference                    psi     discordance: pairs in which exactly one side is right
 *     eps     margin                             s^2 = psi - delta^2
 *     pass    <=>  dbar - s u_n >= -eps          u_n     radius of the sequence for deviation 1
 *     power   = Phi( (eps + delta - s u_n) / (s / sqrt n) )
 *
 * With n* = n the radius is u_n = c / sqrt n, and c depends on alpha alone (2.76 at 0.05, where an ordinary one-sided
 * bound has 1.64). Hence n = s^2 ((c + z_power) / (eps + delta))^2: 2.1 times the pairs of a test with a single look,
 * the price of a harm that is seen early. Knows nothing of traffic but its size.
 */
type Tuning = Pick<CanaryPlan, 'margin' | 'alpha' | 'pairsPlanned'>;

export interface Truth {
  readonly discordance: number;
  /** True difference; 0 = just as good. */
  readonly truth: number;
}

/** Chance that the plan ends with a pass once its pairs are in. */
export function passPower(plan: Tuning, { discordance, truth }: Truth): number {
  const n = plan.pairsPlanned;
  if (n < PAIRS_MIN || n * discordance < DISCORDANT_MIN) return 0;
  const s = deviation(discordance, truth);
  const radius = s * unitRadius(n, { alpha: plan.alpha, planned: n });
  if (s === 0) return plan.margin + truth >= 0 ? 1 : 0;
  return normalCdf(((plan.margin + truth - radius) / s) * Math.sqrt(n));
}

/** Pairs to plan for, so that a prompt of this truth passes with the wanted power. Infinite on the margin and below. */
export function pairsForPower(
  plan: Pick<CanaryPlan, 'margin' | 'alpha'>,
  { discordance, truth }: Truth,
  power: number,
): number {
  const room = plan.margin + truth;
  if (room <= 0) return Number.POSITIVE_INFINITY;
  const c = unitRadius(1, { alpha: plan.alpha, planned: 1 });
  const pairs = (deviation(discordance, truth) * (c + normalQuantile(power))) / room;
  return Math.max(PAIRS_MIN, Math.ceil(DISCORDANT_MIN / discordance), Math.ceil(pairs * pairs));
}

/** With the team's own traffic: whole days until the pairs are in. */
export function daysForPairs(pairs: number, requestsADay: number, share: number): number {
  return Math.ceil(pairs / (requestsADay * share));
}

/** The smallest margin that the pairs of a plan can show with the wanted power for a prompt that is just as good. */
export function smallestMargin(
  plan: Pick<Tuning, 'alpha' | 'pairsPlanned'>,
  discordance: number,
  power: number,
): number {
  const c = unitRadius(1, { alpha: plan.alpha, planned: 1 });
  return (Math.sqrt(discordance) * (c + normalQuantile(power))) / Math.sqrt(plan.pairsPlanned);
}

/**
 * Pairs after which a harm beyond the margin is typically seen: the first n at which the expected upper bound lies
 * below the margin, delta + s u_n < -eps. Null where that is not before the end: no harm, or too small a one.
 */
export function pairsToHarm(plan: Tuning, { discordance, truth }: Truth): number | null {
  const s = deviation(discordance, truth);
  const tuned = { alpha: plan.alpha, planned: plan.pairsPlanned };
  const isSeen = (n: number) => truth + s * unitRadius(n, tuned) < -plan.margin;
  let low = Math.max(PAIRS_MIN, Math.ceil(DISCORDANT_MIN / discordance));
  let high = plan.pairsPlanned;
  if (low >= high || !isSeen(high)) return null;
  // The radius falls with n, so there is one crossing.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isSeen(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Pairs still to come until the lower bound reaches the margin, if they go on like those so far (`lower` is what the
 * sequence has at n pairs). Null where they do not lead there. A forecast for the panel; the end stays where it is.
 */
export function pairsStillNeeded(
  plan: Tuning,
  { n, difference, lower }: { readonly n: number; readonly difference: number; readonly lower: number },
): number | null {
  const room = plan.margin + difference;
  if (room <= 0 || n === 0) return null;
  const tuned = { alpha: plan.alpha, planned: plan.pairsPlanned };
  const s = (difference - lower) / unitRadius(n, tuned);
  const isProven = (pairs: number) => s * unitRadius(pairs, tuned) <= room;
  if (isProven(n)) return 0;
  let [low, high] = [n, 2 * n];
  while (!isProven(high)) [low, high] = [high, 2 * high];
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2);
    if (isProven(middle)) high = middle;
    else low = middle;
  }
  return high - n;
}

/** A difference moves at least as many pairs as its size. */
function deviation(discordance: number, truth: number): number {
  return Math.sqrt(Math.max(0, Math.max(discordance, Math.abs(truth)) - truth * truth));
}
