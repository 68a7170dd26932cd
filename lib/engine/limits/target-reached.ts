import { claimSettings } from '@/lib/domain/claim-settings';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunEnd } from '@/lib/domain/run-end';
import type { Measurement } from '@/lib/domain/score';
import { lowerScoreBound } from '@/lib/stats/score-bound';

/** Chance of a false stop over all looks together. */
const TARGET_ALPHA = 0.025;

/**
 * Numbers by which the target is met; null while it is not. What counts is the score that is shown, not where noise carried it: the lower
 * bound at alpha / K, K looks being registered. Looked at more often than planned, the target is met no more.
 */
export function targetReached({
  manifest,
  measurements,
  lastScores,
}: {
  readonly manifest: Pick<RunManifest, 'evaluation' | 'split' | 'epochs' | 'stopping'>;
  /** The original prompt's first. */
  readonly measurements: readonly Measurement[];
  /** Scores of the newest measurement, one an example; null = missing. */
  readonly lastScores: readonly (number | null)[];
}): Extract<RunEnd, { reason: 'targetReached' }>['numbers'] | null {
  const target = manifest.stopping.targetScore;
  const last = measurements.at(-1);
  const look = measurements.length - 1;
  const { looksMax } = claimSettings(manifest);
  // The original prompt reaching the target is no gain: there must be a measurement after it.
  if (target === null || last === undefined || look < 1 || look > looksMax) return null;
  const shown = lowerScoreBound(lastScores, TARGET_ALPHA / looksMax);
  if (shown === null || shown < target) return null;
  return { mean: last.mean, n: last.n, lower: shown, looks: looksMax, target };
}
