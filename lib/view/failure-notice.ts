import { formatCount, plural } from './numbers';

/** How many of a run's rollouts ended without an answer that could be scored. */
interface FailureCounts {
  readonly failures: number;
  readonly trainRollouts: number;
  readonly evaluationRollouts: number;
}

/** Below one in twenty a retry more or less explains it; from there on it colours every score. */
const NOTICED_SHARE = 0.05;

/** The sentence that stands above a run of which many rollouts failed; null where it is not worth one. */
export function describeFailures(counts: FailureCounts): string | null {
  const rollouts = counts.trainRollouts + counts.evaluationRollouts;
  if (rollouts === 0 || counts.failures / rollouts < NOTICED_SHARE) return null;
  return `${formatCount(counts.failures)} of ${plural(rollouts, 'rollout')} without an answer`;
}
