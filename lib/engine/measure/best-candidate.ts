import type { RunManifest } from '@/lib/domain/manifest';
import type { BestCandidate, RunState } from '@/lib/engine/run-state';
import { replacesBest } from '@/lib/evaluation/select-candidate';

/**
 * Keeps the candidate as the best so far where it is, and says so. Runs that pinned no tie-break keep the first one
 * of equal candidates, as they did when they were made.
 */
export function keepIfBest(
  state: Pick<RunState, 'best'>,
  later: BestCandidate,
  { tieBreak }: Pick<RunManifest, 'tieBreak'>,
): boolean {
  const { best } = state;
  const replaces =
    best === null ||
    (tieBreak === undefined
      ? later.score.mean > best.score.mean
      : replacesBest(selectable(later), selectable(best)));
  if (replaces) state.best = later;
  return replaces;
}

const selectable = ({ candidate, score, costUsd }: BestCandidate) => ({
  scoreHeldOut: score.mean,
  costUsd,
  length: candidate.text.length,
});
