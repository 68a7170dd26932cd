import type { PairCounts } from '@/lib/domain/canary';
import { NOTHING_SUMMED, type RunningSums, withNumber } from '@/lib/stats/running-sums';

/**
 * Totals of the pairs so far. A pair is one request that both prompts answered; its difference d is the challenger's
 * score minus the incumbent's. A lost or failed answer scores 0 and its pair stays: dropping it would hide exactly the
 * requests on which a prompt breaks. Scores may be graded; for right-or-wrong ones the four counts say everything.
 */
export interface PairCount {
  readonly differences: RunningSums;
  /** Pairs with d other than 0. */
  readonly discordant: number;
}

export const NO_PAIRS: PairCount = { differences: NOTHING_SUMMED, discordant: 0 };

/** Null = lost, failed or timed out. */
export interface PairOutcome {
  readonly incumbent: number | null;
  readonly challenger: number | null;
}

export function differenceOf({ incumbent, challenger }: PairOutcome): number {
  return (challenger ?? 0) - (incumbent ?? 0);
}

export function withPair({ differences, discordant }: PairCount, difference: number): PairCount {
  return {
    differences: withNumber(differences, difference),
    discordant: discordant + (difference === 0 ? 0 : 1),
  };
}

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
