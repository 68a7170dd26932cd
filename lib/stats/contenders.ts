/**
 * Prompts that could have been chosen in place of the one that was: an interval that is corrected for the choice has to
 * hold for these alone. A candidate j is left out where it lies below the chosen one beyond doubt:
 *
 *     m_j - m_chosen + z s_j < 0      z = normal quantile of 1 - alpha / (20 K)
 *     s_j    standard error of the paired difference; a missing score counts for the candidate (./paired-columns)
 *     K      candidates
 *
 * The level is far below alpha because the screening looks at the same scores: a threshold near 2 leaves out most
 * candidates exactly when luck lifts the chosen one, and the interval then errs too often (Romano, Shaikh and Wolf 2014
 * screen first at a small share of alpha for the same reason). Cost: O(n K).
 */
import { normalQuantile } from './normal';
import { pairedColumns } from './paired-columns';
import type { ScoredExamples } from './scored-examples';

/** Prompts of one run, and which of them it chose by these scores. */
export interface Chosen {
  readonly candidates: readonly ScoredExamples[];
  readonly chosen: number;
}

/** Share of alpha at which a candidate is left out, over all of them. */
const SCREENED_AT = 1 / 20;

/** The contenders in their order, the chosen one among them. Null where `chosen` names no candidate. */
export function contendersOf({ candidates, chosen }: Chosen, alpha = 0.05): Chosen | null {
  const taken = candidates[chosen];
  if (taken === undefined) return null;
  const z = normalQuantile(1 - (alpha * SCREENED_AT) / candidates.length);
  const { columns } = pairedColumns(taken, candidates);
  const kept = candidates.filter((candidate, place) => {
    const upper = columns[place]?.upper;
    return candidate === taken || upper === undefined || upper.mean + z * upper.error >= 0;
  });
  return { candidates: kept, chosen: kept.indexOf(taken) };
}
