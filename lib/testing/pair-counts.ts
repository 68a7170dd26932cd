import type { PairCount } from '@/lib/canary/pair-count';
import type { PairCounts } from '@/lib/domain/canary';
import { NOTHING_SUMMED, type RunningSums, withNumber } from '@/lib/stats/running-sums';

/** Reference counts of pairs, worked out at once instead of pair by pair. */

/** The same from the four counts of right-or-wrong pairs: d is 1, -1 or 0, so all three sums are whole numbers. */
export function countOf({ both, onlyIncumbent, onlyChallenger, neither }: PairCounts): PairCount {
  const discordant = onlyIncumbent + onlyChallenger;
  return {
    differences: {
      n: both + neither + discordant,
      sum: onlyChallenger - onlyIncumbent,
      sumSquares: discordant,
    },
    discordant,
  };
}

/**
 * Several requests of one conversation or user are no independent witnesses: their differences are averaged first, and
 * the cluster counts as one pair.
 */
export function clusterDifferences(
  pairs: readonly { readonly cluster: string; readonly difference: number }[],
): readonly number[] {
  const clusters = new Map<string, RunningSums>();
  for (const { cluster, difference } of pairs)
    clusters.set(cluster, withNumber(clusters.get(cluster) ?? NOTHING_SUMMED, difference));
  return [...clusters.values()].map(({ n, sum }) => sum / n);
}
