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
