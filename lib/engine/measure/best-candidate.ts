import type { RunManifest } from '@/lib/domain/manifest';
import type { BestCandidate, RunState } from '@/lib/engine/run-state';
import { replacesBest } from '@/lib/evaluation/select-candidate';
import { pairById } from '@/lib/stats/paired-scores';
import { mean } from '@/lib/stats/summary';

/**
 * Keeps the candidate as the best so far where it is, and says so. The two are compared over the examples that both have
 * a score of: means over different examples differ by what is missing, and a candidate must not win because its hard
 * examples failed to be scored. Without a shared example nothing is shown, and the earlier one stays. Runs that pinned no
 * tie-break keep the first one of equal candidates, as they did when they were made. Cost: O(n) where a score is missing.
 */
export function keepIfBest(
  state: Pick<RunState, 'best'>,
  later: BestCandidate,
  { tieBreak }: Pick<RunManifest, 'tieBreak'>,
): boolean {
  const replaces = state.best === null || isBetter(later, state.best, tieBreak !== undefined);
  if (replaces) state.best = later;
  return replaces;
}

function isBetter(later: BestCandidate, best: BestCandidate, breaksTies: boolean): boolean {
  const means = comparableMeans(later, best);
  if (means === null) return false;
  if (!breaksTies) return means.later > means.best;
  return replacesBest(selectable(later, means.later), selectable(best, means.best));
}

/** Over the examples scored in both; null where there is none. */
function comparableMeans(later: BestCandidate, best: BestCandidate) {
  if (isWhole(later) && isWhole(best)) return { later: later.score.mean, best: best.score.mean };
  const pairs = pairById(best.measured, later.measured);
  const laterMean = mean(pairs.map(({ after }) => after));
  const bestMean = mean(pairs.map(({ before }) => before));
  return laterMean === undefined || bestMean === undefined ? null : { later: laterMean, best: bestMean };
}

const isWhole = ({ measured }: BestCandidate) => !measured.scores.includes(null);

const selectable = ({ candidate, costUsd }: BestCandidate, scoreHeldOut: number) => ({
  ...{ scoreHeldOut, costUsd },
  length: candidate.text.length,
});
