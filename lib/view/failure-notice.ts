import { plural } from './numbers';

/** How many answers, scores and reflections of a run cannot be used. */
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
  return `${plural(counts.failures, 'failure')} in ${plural(rollouts, 'rollout')}`;
}
