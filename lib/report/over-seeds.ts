/** Means over the seeds of one arm at one size, with what may be said of their spread. Knows nothing of arms. */
import { tInterval } from '@/lib/stats/mean-interval';
import { mean } from '@/lib/stats/summary';

/** A mean over seeds; its interval is Student's over the seeds, and there is none for fewer than two. */
export interface OverSeeds {
  readonly mean: number;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly n: number;
}

/** Seeds that agree to the last digit say nothing of their spread: an interval of no width would be read as certainty. */
export function overSeeds(values: readonly number[]): OverSeeds {
  const interval = tInterval(values);
  const isKnown = interval !== undefined && interval.lower < interval.upper;
  return {
    mean: mean(values) ?? 0,
    lower: isKnown ? interval.lower : null,
    upper: isKnown ? interval.upper : null,
    n: values.length,
  };
}

/** A mean of some of the seeds would stand beside means of all: rather none. */
export function whereAll<Result>(
  results: readonly Result[],
  pick: (result: Result) => number | null | undefined,
): OverSeeds | null {
  const values = results.map(pick);
  return values.some((value) => value == null) ? null : overSeeds(values.map((value) => value ?? 0));
}

/** A mean of shares, with its interval limited to 0 to 1. */
export const withinOne = (measured: OverSeeds): OverSeeds => ({
  ...measured,
  lower: measured.lower === null ? null : Math.max(0, measured.lower),
  upper: measured.upper === null ? null : Math.min(1, measured.upper),
});
