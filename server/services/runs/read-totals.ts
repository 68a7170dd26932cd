import type { RunTotalsView } from '@/lib/contracts/run-totals';
import type { Actor } from '@/lib/domain/actor';
import { type RunSums, sumRuns } from '@/server/repositories/run-totals';

/**
 * The head of the overview: every run of the workspace, not the page of them that a list has loaded. No best score: the
 * highest of many runs, over tasks that do not compare, is chosen by luck.
 */
export async function readRunTotals(actor: Actor<'read'>): Promise<RunTotalsView> {
  const sums = await sumRuns(actor.workspaceId);
  const total = (of: (one: RunSums) => number) => sums.reduce((sum, one) => sum + of(one), 0);
  const moneyOf = (practice: boolean) => {
    const one = sums.find((some) => some.practice === practice);
    if (one === undefined) return null;
    const { runs, unknownRuns, spendUsd, costUsd } = one;
    return { runs, unknownRuns, spendUsd, costUsd };
  };
  return {
    runs: total(({ runs }) => runs),
    live: total(({ live }) => live),
    finished: total(({ finished }) => finished),
    failed: total(({ failed }) => failed),
    real: moneyOf(false),
    practice: moneyOf(true),
  };
}
