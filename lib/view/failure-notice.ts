import { plural } from './numbers';

/** How many answers, scores and reflections of a run cannot be used. */
interface FailureCounts {
  readonly failures: number;
  readonly trainRollouts: number;
  readonly evaluationRollouts: number;
}

/** Below one in twenty a retry more or less explains it; from there on it colours every score. */
const NOTICED_SHARE = 0.05;

/** Notice above a run with many failed rollouts; null where too few failed for a notice. */
export function describeFailures(counts: FailureCounts): string | null {
  const rollouts = counts.trainRollouts + counts.evaluationRollouts;
  if (rollouts === 0 || counts.failures / rollouts < NOTICED_SHARE) return null;
  return `${plural(counts.failures, 'failure')} in ${plural(rollouts, 'rollout')}`;
}
