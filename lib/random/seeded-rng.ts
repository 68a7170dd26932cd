import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { contentHash } from '@/lib/domain/content-hash';

/**
 * Seeded streams, forked by label: (runSeed, iteration, component, purpose) each give a stream of their own, so
 * that concurrency and resume cannot change a shuffle. There is never one shared stream.
 */
export interface Rng {
  /** A fresh stream for this label; independent of how much was drawn here. */
  fork(label: string): Rng;
  /** Uniform in [0, 1). */
  nextFloat(): number;
  /** Uniform integer in [low, high], both included. */
  nextInt(low: number, high: number): number;
}

/** xoroshiro128+ whose 128-bit state is the first half of sha256(label). */
export function seededRng(label: string): Rng {
  const digest = contentHash(label);
  const word = (index: number) => Number.parseInt(digest.slice(index * 8, index * 8 + 8), 16) | 0;
  const generator = xoroshiro128plusFromState([word(0), word(1), word(2), word(3)]);
  return {
    fork: (child) => seededRng(`${label}/${child}`),
    nextFloat: () => uniformFloat64(generator),
    nextInt: (low, high) => uniformInt(generator, low, high),
  };
}
