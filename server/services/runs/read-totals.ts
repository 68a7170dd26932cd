import type { RunTotalsView } from '@/lib/contracts/run-totals';
import { listRunsQuery } from '@/lib/contracts/runs';
import type { Actor } from '@/lib/domain/actor';
import { assertMay } from '@/lib/policy/roles';
import { type RunSums, sumRuns } from '@/server/repositories/run-totals';
import { listRuns } from './read-runs';

/** The head of the overview: every run of the workspace, not the page of them that a list has loaded. */
export async function readRunTotals(actor: Actor): Promise<RunTotalsView> {
  assertMay(actor, 'read');
  const [sums, highest] = await Promise.all([
    sumRuns(actor.workspaceId),
    listRuns(actor, listRunsQuery.parse({ sort: 'best', direction: 'desc', limit: 1 })),
  ]);
  const [best = null] = highest.items.filter(({ summary }) => summary.bestScore !== null);
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
    best,
  };
}
