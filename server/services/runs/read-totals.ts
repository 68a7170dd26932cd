import type { RunView } from '@/lib/contracts/run-shapes';
import type { RunTotalsView } from '@/lib/contracts/run-totals';
import { listRunsQuery } from '@/lib/contracts/runs';
import type { Actor } from '@/lib/domain/actor';
import { assertMay } from '@/lib/policy/roles';
import { type RunSums, sumRuns } from '@/server/repositories/run-totals';
import { listRuns } from './read-runs';

/** The head of the overview: every run of the workspace, not the page of them that a list has loaded. */
export async function readRunTotals(actor: Actor): Promise<RunTotalsView> {
  assertMay(actor, 'read');
  const [sums, { best, doubted }] = await Promise.all([sumRuns(actor.workspaceId), highestBelieved(actor)]);
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
    doubted,
  };
}

const PAGE = 50;
const PAGES_MAX = 10;

/** A score in doubt is no headline, so the list is read down to the first that is not; mostly that is the first run. */
async function highestBelieved(
  actor: Actor,
): Promise<{ readonly best: RunView | null; readonly doubted: number }> {
  let doubted = 0;
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { sort: 'best', direction: 'desc', limit: page === 0 ? 1 : PAGE, cursor };
    const { items, nextCursor } = await listRuns(actor, listRunsQuery.parse(query));
    const scored = items.filter(({ summary }) => summary.bestScore !== null);
    const best = scored.find(({ scoreDoubt }) => scoreDoubt === null) ?? null;
    doubted += best === null ? scored.length : scored.indexOf(best);
    if (best !== null || scored.length < items.length || nextCursor === null) return { best, doubted };
    cursor = nextCursor;
  }
  return { best: null, doubted };
}
