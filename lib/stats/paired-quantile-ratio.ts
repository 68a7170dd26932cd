import { invariant } from '@/lib/errors/invariant';
import type { Rng } from '@/lib/random/seeded-rng';
import { quantile } from './summary';

/**
 * How much longer the slow end of b is than that of a, measured on the same requests: the ratio of the two q-quantiles
 * with one-sided bounds by a bootstrap of pairs. A pair is drawn as a whole, so that a request that is slow for both
 * sides cancels out.
 *
 *     ratio = Q_q(b) / Q_q(a);  lower, upper = the alpha and 1 - alpha quantiles of the resampled ratios
 *
 * Each side is sorted once; a resample only recounts how often each pair was drawn and walks down from the slowest
 * until the share 1 - q is passed. Cost: resamples x n draws, about 50 ms for 6,000 pairs. For one look only.
 */
export interface QuantileRatio {
  readonly ratio: number;
  readonly lower: number;
  readonly upper: number;
  readonly n: number;
}

interface Options {
  readonly q: number;
  /** One-sided. */
  readonly alpha: number;
  readonly rng: Rng;
  readonly resamples?: number;
}

/** Below this many pairs the slowest twentieth is one request. */
const PAIRS_MIN = 20;

/** Undefined where too little was measured, or the quantile of a is 0. */
export function pairedQuantileRatio(
  a: readonly number[],
  b: readonly number[],
  { q, alpha, rng, resamples = 400 }: Options,
): QuantileRatio | undefined {
  invariant(a.length === b.length, 'Pairs have two sides.');
  const n = a.length;
  if (n < PAIRS_MIN) return undefined;
  const [slowA, slowB] = [slowestFirst(a), slowestFirst(b)];
  /** Draws that are slower than the quantile. */
  const beyond = Math.floor((1 - q) * n);
  const ratioOf = (drawn: Int32Array) => walk(slowB, drawn, beyond) / walk(slowA, drawn, beyond);
  const ratio = ratioOf(new Int32Array(n).fill(1));
  if (!Number.isFinite(ratio)) return undefined;
  const ratios = Array.from({ length: resamples }, () => {
    const drawn = new Int32Array(n);
    for (let draw = 0; draw < n; draw += 1) {
      const pair = Math.floor(rng.nextFloat() * n);
      drawn[pair] = (drawn[pair] ?? 0) + 1;
    }
    return ratioOf(drawn);
  });
  return { ratio, lower: quantile(ratios, alpha) ?? ratio, upper: quantile(ratios, 1 - alpha) ?? ratio, n };
}

interface Ranked {
  readonly value: number;
  readonly pair: number;
}

function slowestFirst(values: readonly number[]): readonly Ranked[] {
  return values.map((value, pair) => ({ value, pair })).sort((x, y) => y.value - x.value);
}

/** The slowest value that at most `beyond` draws exceed. */
function walk(ranked: readonly Ranked[], drawn: Int32Array, beyond: number): number {
  let passed = 0;
  for (const { value, pair } of ranked) {
    passed += drawn[pair] ?? 0;
    if (passed > beyond) return value;
  }
  return 0;
}
