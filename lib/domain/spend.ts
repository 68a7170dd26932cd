import type { z } from 'zod';
import type { Immutable } from './immutable';
import type { budget } from './learning-schema';
import type { usedSpend } from './run-summary-schema';

/** Resources used, and the hard caps on them. */
export type Spend = Immutable<z.output<typeof usedSpend>>;

export const NO_SPEND: Spend = {
  rollouts: 0,
  evaluationRollouts: 0,
  calls: 0,
  tokensIn: 0,
  tokensOut: 0,
  tokensCached: 0,
  spendUsd: 0,
  costUsd: 0,
};

/**
 * Runs of engine version 2 could send a slow call twice. What the second calls may have cost at most is in the measured
 * part of their ledgers, next to `Spend`, and is part of what such a run has spent.
 */
export interface HedgeTotals {
  readonly calls: number;
  /** Races that the second call won. */
  readonly won: number;
  readonly tokens: number;
  readonly usd: number;
}

/** Tokens of second calls count as prompt tokens; their true split is unknown. */
export function spendWithHedges(spend: Spend, hedged: HedgeTotals | undefined): Spend {
  if (hedged === undefined) return spend;
  return {
    ...spend,
    tokensIn: spend.tokensIn + hedged.tokens,
    spendUsd: toNanodollars(spend.spendUsd + hedged.usd),
  };
}

/** The same with the dollars that are known: a call without a price counts 0 in a sum, which is not what it cost. */
export function knownSpend(
  spend: Spend,
  isPriced: boolean,
): Omit<Spend, 'spendUsd' | 'costUsd'> & Readonly<Record<'spendUsd' | 'costUsd', number | null>> {
  return isPriced || spend.calls === 0 ? spend : { ...spend, spendUsd: null, costUsd: null };
}

/**
 * Dollars on a grid of 1e-9. Sums of such numbers are the same in whatever order concurrent calls arrive, which sums
 * of plain doubles are not; the run's hash depends on it.
 */
export function toNanodollars(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}

export function addSpend(a: Spend, b: Spend): Spend {
  return {
    rollouts: a.rollouts + b.rollouts,
    evaluationRollouts: a.evaluationRollouts + b.evaluationRollouts,
    calls: a.calls + b.calls,
    tokensIn: a.tokensIn + b.tokensIn,
    tokensOut: a.tokensOut + b.tokensOut,
    tokensCached: a.tokensCached + b.tokensCached,
    spendUsd: toNanodollars(a.spendUsd + b.spendUsd),
    costUsd: toNanodollars(a.costUsd + b.costUsd),
  };
}

export type Budget = Immutable<z.output<typeof budget>>;
