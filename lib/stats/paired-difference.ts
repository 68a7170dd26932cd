import { invariant } from '@/lib/errors/invariant';
import type { Rng } from '@/lib/random/seeded-rng';
import { tInterval } from './mean-interval';
import { mean, quantile } from './summary';

/** How much better b is than a, measured on the same examples. */
export interface PairedDifference {
  /** Mean of b - a; 0 when there are no pairs. */
  readonly mean: number;
  /** 95 % interval; null for fewer than two pairs. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly n: number;
}

/**
 * Mean of b - a with Student's t interval. Pairing takes the examples' own difficulty out of the comparison, which
 * is most of the variance. `a[i]` and `b[i]` must be the same example.
 */
export function pairedDifference(a: readonly number[], b: readonly number[]): PairedDifference {
  const differences = paired(a, b);
  const interval = tInterval(differences);
  return {
    mean: mean(differences) ?? 0,
    lower: interval?.lower ?? null,
    upper: interval?.upper ?? null,
    n: differences.length,
  };
}

/** The same with a percentile bootstrap: no assumption of normality. Same stream, same interval. */
export function pairedDifferenceBootstrap(
  a: readonly number[],
  b: readonly number[],
  options: { readonly rng: Rng; readonly resamples?: number },
): PairedDifference {
  return resampledDifference(a, b, (n) => drawPairs(n, options));
}

/** Which pairs each resample is made of, one resample after the other. */
export interface Draws {
  readonly places: Uint32Array;
  readonly resamples: number;
}

export function drawPairs(
  n: number,
  { rng, resamples = 2000 }: { readonly rng: Rng; readonly resamples?: number },
): Draws {
  const places = new Uint32Array(n * resamples);
  // A float times n: a third of the cost of nextInt, and its bias of n / 2^53 is far below the interval's own.
  for (let draw = 0; draw < places.length; draw += 1) places[draw] = Math.floor(rng.nextFloat() * n);
  return { places, resamples };
}

/** For whoever compares many prompts by one stream: the draws cost far more than adding up what they point at. */
export function resampledDifference(
  a: readonly number[],
  b: readonly number[],
  drawsFor: (n: number) => Draws,
): PairedDifference {
  const differences = paired(a, b);
  const n = differences.length;
  if (n < 2) return { mean: mean(differences) ?? 0, lower: null, upper: null, n };
  const means = resampledMeans(Float64Array.from(differences), drawsFor(n));
  return {
    mean: mean(differences) ?? 0,
    lower: quantile(means, 0.025) ?? null,
    upper: quantile(means, 0.975) ?? null,
    n,
  };
}

/** Typed arrays and nothing else inside the loop: it goes round some 300,000 times a comparison. */
function resampledMeans(differences: Float64Array, { places, resamples }: Draws): number[] {
  const n = differences.length;
  const means: number[] = [];
  for (let from = 0; from < resamples * n; from += n) {
    let total = 0;
    for (let draw = from; draw < from + n; draw += 1) total += differences[places[draw] as number] as number;
    means.push(total / n);
  }
  return means;
}

function paired(a: readonly number[], b: readonly number[]): number[] {
  invariant(a.length === b.length, 'Paired scores must come from the same examples.', {
    a: a.length,
    b: b.length,
  });
  return b.map((value, i) => value - (a[i] ?? 0));
}
