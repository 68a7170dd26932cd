import { meanOf, type RunningSums } from '@/lib/stats/running-sums';
import type { PairCount } from './pair-count';

/**
 * Pairs of one conversation count as one, with their mean difference. When another pair of a conversation that was
 * counted already is settled, its mean moves: the old one is taken out of the sums and the new one put in. The number of
 * pairs stays, so no look comes twice, and nothing is dropped. Knows no rows. Cost: constant per conversation.
 */
export function recountCluster(
  { differences, discordant }: PairCount,
  { before, after }: { readonly before: RunningSums; readonly after: RunningSums },
): PairCount {
  const [was, is] = [meanOf(before), meanOf(after)];
  return {
    differences: {
      n: differences.n,
      sum: differences.sum - was + is,
      sumSquares: Math.max(0, differences.sumSquares - was * was + is * is),
    },
    discordant: discordant - Number(was !== 0) + Number(is !== 0),
  };
}
