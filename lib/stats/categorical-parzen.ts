import type { Rng } from '@/lib/random/seeded-rng';

/**
 * The tree-structured Parzen estimator for choices by name: from combinations that were tried and what they scored it
 * suggests the next one to try. All dimensions at once (multivariate), so it learns which choices go together.
 *
 * Trials are parted into the good ones (best min(ceil(goodShare t), goodMax)) and the rest. Each part is a mixture of one
 * kernel a trial and one flat prior:
 *   p(x) = 1 / (m + 1) * (prod_d 1 / C_d  +  sum_i prod_d K_d(x_d | x_i,d)),
 *   K_d(x | y) = ([x = y] + w) / (1 + w C_d),   w = 1 / (m + 1)
 * with m trials in the part and C_d choices in dimension d. Suggested is, of `draws` combinations drawn from
 * l = p(x | good), the one with the largest l(x) / g(x), g = p(x | rest). Knows nothing of what the choices are.
 * Source: Bergstra et al. 2011, in the form of combee.md 7.2 (the constants are Optuna's).
 */
export interface ParzenTrial {
  /** One index a dimension. */
  readonly choices: readonly number[];
  /** Higher is better. */
  readonly value: number;
}

export interface ParzenSettings {
  /** Trials that are drawn blindly first: an estimate from fewer would only chase noise. */
  readonly startupTrials: number;
  readonly draws: number;
  readonly goodShare: number;
  readonly goodMax: number;
}

export const PARZEN_DEFAULTS: ParzenSettings = {
  startupTrials: 10,
  draws: 24,
  goodShare: 0.1,
  goodMax: 25,
};

export function suggestChoices(
  space: { readonly sizes: readonly number[]; readonly trials: readonly ParzenTrial[] },
  rng: Rng,
  settings: ParzenSettings = PARZEN_DEFAULTS,
): readonly number[] {
  const { sizes, trials } = space;
  if (trials.length < settings.startupTrials) return sizes.map((size) => rng.nextInt(0, size - 1));
  // A stable sort: of equal trials the earlier counts as the better one.
  const ranked = [...trials].sort((a, b) => b.value - a.value).map(({ choices }) => choices);
  const goodCount = Math.min(Math.ceil(settings.goodShare * ranked.length), settings.goodMax);
  const good = mixtureOf(sizes, ranked.slice(0, goodCount));
  const rest = mixtureOf(sizes, ranked.slice(goodCount));

  let best: readonly number[] = [];
  let bestRatio = Number.NEGATIVE_INFINITY;
  for (let draw = 0; draw < settings.draws; draw += 1) {
    const choices = good.draw(rng);
    const ratio = Math.log(good.density(choices)) - Math.log(rest.density(choices));
    if (ratio <= bestRatio) continue;
    best = choices;
    bestRatio = ratio;
  }
  return best;
}

interface Mixture {
  density(choices: readonly number[]): number;
  draw(rng: Rng): readonly number[];
}

function mixtureOf(sizes: readonly number[], centres: readonly (readonly number[])[]): Mixture {
  const components = centres.length + 1;
  const weight = 1 / components;
  const flat = sizes.reduce((product, size) => product / size, 1);
  const kernel = (at: number, centre: number, size: number) =>
    ((at === centre ? 1 : 0) + weight) / (1 + weight * size);
  return {
    density(choices) {
      const sum = centres.reduce(
        (total, centre) =>
          total +
          sizes.reduce((product, size, d) => product * kernel(choices[d] ?? 0, centre[d] ?? 0, size), 1),
        flat,
      );
      return sum / components;
    },
    draw(rng) {
      // The last component is the prior.
      const centre = centres[rng.nextInt(0, centres.length)];
      return sizes.map((size, d) => {
        const isFlat = centre === undefined || rng.nextFloat() * (1 + weight * size) >= 1;
        return isFlat ? rng.nextInt(0, size - 1) : (centre[d] ?? 0);
      });
    },
  };
}
