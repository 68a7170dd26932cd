/**
 * One ratio from those of several seeds: their geometric mean, since a ratio and its inverse must weigh alike, with
 * Student's 95 % interval of the logarithms:
 *
 *     ratio = exp(mean(ln r));   ends = exp(mean(ln r) -+ t sd(ln r) / sqrt(seeds))
 *
 * Knows nothing of what is divided. Cost: O(seeds).
 */
import { tInterval } from '@/lib/stats/mean-interval';
import { mean } from '@/lib/stats/summary';

export interface RatioOverSeeds {
  readonly ratio: number;
  /** 95 %, two-sided; null = fewer than two seeds, so no interval. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly seeds: number;
}

/** Null without a ratio. All ratios are above 0. */
export function ratioOverSeeds(ratios: readonly number[]): RatioOverSeeds | null {
  const logs = ratios.map(Math.log);
  const centre = mean(logs);
  if (centre === undefined) return null;
  const interval = tInterval(logs);
  return {
    ratio: Math.exp(centre),
    lower: interval ? Math.exp(interval.lower) : null,
    upper: interval ? Math.exp(interval.upper) : null,
    seeds: ratios.length,
  };
}
