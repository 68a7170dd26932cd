import type { RunView } from '@/lib/contracts/run-shapes';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { formatPoints, hasNoWidth, signedPoints } from './numbers';

export interface GainOverStart {
  readonly points: string;
  readonly interval: string;
}

/** What rounding leaves between two means of the same examples. */
const SAME = 1e-9;

/**
 * The best score of a run over its original prompt's. `paired` is the run's gain example by example: where none was better
 * it is of the last prompt, so its interval stands here only where it is of the same two prompts.
 */
export function gainOverStart(
  { bestScore, seedScore }: RunView['summary'],
  paired: PairedDifference | null,
): GainOverStart | null {
  if (bestScore === null || seedScore === null) return null;
  const gain = bestScore.mean - seedScore.mean;
  const interval = paired !== null && Math.abs(paired.mean - gain) < SAME ? intervalOf(paired) : null;
  return { points: formatPoints(gain), interval: interval ?? 'no interval' };
}

/** Without the unit, which the points above it have. */
function intervalOf({ lower, upper }: PairedDifference): string | null {
  if (lower === null || upper === null) return null;
  if (hasNoWidth(lower, upper)) return '95 %, no width';
  return `95 % ${signedPoints(lower)} to ${signedPoints(upper)}`;
}
