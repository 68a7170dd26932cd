/**
 * Bootstrap resamples of n units as multiplicities: how often each unit is drawn in each resample (Efron 1979).
 *
 *     weights[b * n + i]   times that unit i is drawn in resample b; each resample's weights add up to n
 *
 * The resamples of n units are always the same ones, so that the interval that one reader quotes is the interval that
 * the next reader sees. Multiplicities instead of positions: a mean is a product of two arrays in memory order, and a
 * weight of 0 marks a unit that is out of the bag. Cost: 2,000 n bytes and draws; the last n is kept.
 */
import { seededRng } from '@/lib/random/seeded-rng';

export const RESAMPLES = 2000;

/** 8 MB at the most are kept. */
const KEPT_TO_N = 4000;
let kept: { readonly n: number; readonly weights: Uint8Array } | null = null;

export function resampleWeights(n: number): Uint8Array {
  if (kept?.n === n) return kept.weights;
  const weights = drawWeights(n);
  if (n <= KEPT_TO_N) kept = { n, weights };
  return weights;
}

function drawWeights(n: number): Uint8Array {
  const rng = seededRng(`paired-difference/${n}`);
  const weights = new Uint8Array(n * RESAMPLES);
  for (let from = 0; from < weights.length; from += n) {
    for (let draw = 0; draw < n; draw += 1) {
      // A float times n: a third of the cost of nextInt, and its bias of n / 2^53 is far below the interval's own.
      const at = from + Math.floor(rng.nextFloat() * n);
      // One unit is practically never drawn more than 255 times among n >= 2, so bytes hold the counts.
      weights[at] = Math.min(255, (weights[at] as number) + 1);
    }
  }
  return weights;
}
