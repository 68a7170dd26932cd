/**
 * How much better one thing is than another on the same examples: the mean of the differences with a percentile
 * bootstrap interval, which assumes no normality.
 *
 *     mean           of d[i] = b[i] - a[i], i = 1..n
 *     lower, upper   2.5 % and 97.5 % quantiles of the means of 2,000 resamples of d
 *
 * The resamples of n differences are always the same ones, so that the interval that somebody quotes is the one that
 * the next reader sees. Pairing takes the examples' own difficulty out, which is most of the variance. Knows no ids:
 * see paired-scores. Cost: O(2,000 n).
 */
import { seededRng } from '@/lib/random/seeded-rng';
import { mean, quantile } from './summary';

export interface PairedDifference {
  /** Mean of b - a; 0 when there are no pairs. */
  readonly mean: number;
  /** 95 % interval; null for fewer than two pairs. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly n: number;
}

const RESAMPLES = 2000;

export function bootstrapDifference(differences: readonly number[]): PairedDifference {
  const n = differences.length;
  const centre = mean(differences) ?? 0;
  if (n < 2) return { mean: centre, lower: null, upper: null, n };
  const means = resampledMeans(Float64Array.from(differences));
  return { mean: centre, lower: quantile(means, 0.025) ?? null, upper: quantile(means, 0.975) ?? null, n };
}

/** Typed arrays and nothing else inside the loop: it goes round some 600,000 times a comparison. */
function resampledMeans(differences: Float64Array): number[] {
  const n = differences.length;
  const places = placesOf(n);
  const means: number[] = [];
  for (let from = 0; from < places.length; from += n) {
    let total = 0;
    for (let draw = from; draw < from + n; draw += 1) total += differences[places[draw] as number] as number;
    means.push(total / n);
  }
  return means;
}

/** 16 MB at the most. */
const KEPT_TO_N = 2000;
let kept: { readonly n: number; readonly places: Uint32Array } | null = null;

/** Which differences each resample is made of. Drawing costs far more than adding up, and most runs share one n. */
function placesOf(n: number): Uint32Array {
  if (kept?.n === n) return kept.places;
  const places = drawPlaces(n);
  if (n <= KEPT_TO_N) kept = { n, places };
  return places;
}

function drawPlaces(n: number): Uint32Array {
  const rng = seededRng(`paired-difference/${n}`);
  const places = new Uint32Array(n * RESAMPLES);
  // A float times n: a third of the cost of nextInt, and its bias of n / 2^53 is far below the interval's own.
  for (let draw = 0; draw < places.length; draw += 1) places[draw] = Math.floor(rng.nextFloat() * n);
  return places;
}
