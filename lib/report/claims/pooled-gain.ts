/**
 * The gain of several runs that differ in their seed, each corrected for the choice of its own prompt (./run-gain):
 *
 *     mean    average of the runs' corrected gains
 *     ends    averages of the runs' ends
 *
 * The error of an average is at most the average of the errors, whatever the correlation of runs on the same examples,
 * so the averaged ends hold at least as often as those of one run. Cost: O(runs).
 */
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { mean } from '@/lib/stats/summary';

/** Null without a run; an end is null where a run has none. */
export function pooledGain(gains: readonly PairedDifference[]): PairedDifference | null {
  const average = mean(gains.map((gain) => gain.mean));
  if (average === undefined) return null;
  const missing = Math.max(...gains.map((gain) => gain.missing ?? 0));
  return {
    mean: average,
    lower: averageEnd(gains.map(({ lower }) => lower)),
    upper: averageEnd(gains.map(({ upper }) => upper)),
    n: Math.min(...gains.map(({ n }) => n)),
    comparisons: Math.max(...gains.map(({ comparisons }) => comparisons ?? 1)),
    ...(missing > 0 ? { missing } : {}),
  };
}

function averageEnd(ends: readonly (number | null)[]): number | null {
  const known = ends.filter((end) => end !== null);
  return known.length < ends.length ? null : (mean(known) ?? null);
}
