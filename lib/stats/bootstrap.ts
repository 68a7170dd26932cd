import { invariant } from '@/lib/errors/invariant';
import { mean, quantile, sampleDeviation } from './summary';
import type { Interval } from './wilson';

/** What resampling says of a mean. It draws nothing: who draws the indices decides the stream. */
export interface BootstrappedMean {
  /** Mean of each resample, in their order. */
  readonly means: readonly number[];
  /** Deviation of those means (n - 1); undefined for fewer than two resamples. */
  readonly standardError: number | undefined;
  /** Their 2.5 % and 97.5 % quantiles. */
  readonly percentile: Interval;
  /** The same mirrored at the mean of the numbers: 2m - q97.5 to 2m - q2.5. */
  readonly basic: Interval;
}

/**
 * Mean with bootstrap intervals (95 %) from given indices: `resamples[r]` names which numbers resample r holds.
 * Undefined without a number or a resample.
 */
export function bootstrapMean(
  numbers: readonly number[],
  resamples: readonly (readonly number[])[],
): BootstrappedMean | undefined {
  const centre = mean(numbers);
  const means = resamples.map((indices) => meanAt(numbers, indices));
  const low = quantile(means, 0.025);
  const high = quantile(means, 0.975);
  if (centre === undefined || low === undefined || high === undefined) return undefined;
  return {
    means,
    standardError: sampleDeviation(means),
    percentile: { lower: low, upper: high },
    basic: { lower: 2 * centre - high, upper: 2 * centre - low },
  };
}

function meanAt(numbers: readonly number[], indices: readonly number[]): number {
  let total = 0;
  for (const index of indices) {
    const drawn = numbers[index];
    invariant(drawn !== undefined, 'A resample names a number that is not there.', { index });
    total += drawn;
  }
  invariant(indices.length > 0, 'A resample holds at least one number.', {});
  return total / indices.length;
}
