import type { Rng } from '@/lib/random/seeded-rng';
import { shuffled } from '@/lib/random/shuffle';

/**
 * Random draws of GEPA. A run's own stream makes them (`seededDraws`), or the published code's generator
 * (`PythonRandom`), which makes whole runs comparable draw by draw.
 */
export interface Draws {
  /** Uniform in [0, 1). */
  random(): number;
  /** Uniform integer in [0, limit). */
  randrange(limit: number): number;
  choice<T>(elements: readonly T[]): T;
  shuffled<T>(elements: readonly T[]): T[];
  /** `count` different elements in drawn order. */
  sample<T>(elements: readonly T[], count: number): T[];
  /** `count` draws with replacement, weighted; the weights sum to more than zero. */
  choices<T>(elements: readonly T[], weights: readonly number[], count: number): T[];
}

export function seededDraws(rng: Rng): Draws {
  const draws: Draws = {
    random: () => rng.nextFloat(),
    randrange: (limit) => rng.nextInt(0, limit - 1),
    choice: <T>(elements: readonly T[]) => elements[draws.randrange(elements.length)] as T,
    shuffled: (elements) => shuffled(elements, rng),
    sample: (elements, count) => shuffled(elements, rng).slice(0, count),
    choices: (elements, weights, count) =>
      Array.from({ length: count }, () => weighted(elements, weights, rng.nextFloat())),
  };
  return draws;
}

function weighted<T>(elements: readonly T[], weights: readonly number[], share: number): T {
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return elements[index < 0 ? elements.length - 1 : index] as T;
}
