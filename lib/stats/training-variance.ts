/**
 * What the randomness of training adds to an arm's mean score: seeds of one arm end at different prompts.
 *
 *     s2[a]      sample variance of the means of arm a's seeds
 *     noise[a]   what the noise of single answers has of it, which the spread over examples holds already
 *     pooled     both over all arms, weighted by S_a - 1; df = sum_a (S_a - 1)
 *     variance   max(s2[a] - noise[a], pooled s2 - pooled noise, 0) / S_a
 *     raw        max(s2[a], pooled s2) / S_a: what the degrees of freedom belong to
 *
 * Two or three seeds alone say next to nothing of their spread: two may agree by chance. Arms of one sweep are trained
 * alike, so they share what they know; an arm that scatters more than the others keeps its own spread. Simulated null
 * sweeps of nine arms (docs/measurements/honesty.md) err too often with each arm's own spread, and with the pooled one where
 * one arm scatters more.
 */
import type { EstimatedVariance } from './satterthwaite';

export interface TrainedArm {
  readonly seedMeans: readonly number[];
  readonly seedNoise: number;
  /** False where nothing is learned: one prompt for all seeds. */
  readonly isTrained: boolean;
}

/** Variance of an arm's mean over its seeds. */
export type TrainingVariance = Required<EstimatedVariance>;

const NONE: TrainingVariance = { variance: 0, raw: 0, df: Number.POSITIVE_INFINITY };

/** In the order of the arms. Null where no arm has two seeds: then training is in no interval. */
export function trainingVariances(arms: readonly TrainedArm[]): readonly (TrainingVariance | null)[] {
  const spreads = arms.map((arm) => ({ ...spreadOf(arm), seeds: arm.seedMeans.length }));
  const df = spreads.reduce((total, spread) => total + spread.df, 0);
  const pooledOf = (part: 's2' | 'noise') =>
    spreads.reduce((total, spread) => total + spread.df * spread[part], 0) / Math.max(1, df);
  const pooled = { s2: pooledOf('s2'), noise: pooledOf('noise') };
  return spreads.map(({ s2, noise, seeds }, at) => {
    if (arms[at]?.isTrained === false) return NONE;
    if (df === 0) return null;
    const variance = Math.max(s2 - noise, pooled.s2 - pooled.noise, 0) / seeds;
    return { variance, raw: Math.max(s2, pooled.s2) / seeds, df };
  });
}

function spreadOf({ seedMeans, seedNoise, isTrained }: TrainedArm) {
  const df = seedMeans.length - 1;
  if (!isTrained || df < 1) return { df: 0, s2: 0, noise: 0 };
  const centre = seedMeans.reduce((total, x) => total + x, 0) / seedMeans.length;
  const squares = seedMeans.reduce((total, x) => total + (x - centre) ** 2, 0);
  return { df, s2: squares / df, noise: seedNoise };
}
