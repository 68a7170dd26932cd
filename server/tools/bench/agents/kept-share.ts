import { seededRng } from '@/lib/random/seeded-rng';
import type { ScoredExamples } from '@/lib/stats/scored-examples';

/**
 * The share of one gain that another keeps, over seeds, each gain a mean over the same held-out examples:
 *
 *     share = sum_s (kept_s - original_s) / sum_s (whole_s - original_s)
 *
 * with a percentile interval that resamples the examples, the same for all seeds and arms. Cost: seeds x examples x draws.
 */
export interface SeedGains {
  readonly original: ScoredExamples;
  readonly whole: ScoredExamples;
  readonly kept: ScoredExamples;
}

export interface KeptShare {
  readonly share: number;
  readonly lower: number;
  readonly upper: number;
  /** Examples that every arm of every seed scored. */
  readonly n: number;
}

const DRAWS = 4_000;

/** Null where no example was scored throughout, or the whole gain is not above zero. */
export function keptShare(seeds: readonly SeedGains[], seed = 1): KeptShare | null {
  const tables = seeds.map(({ original, whole, kept }) => [original, whole, kept].map(byExample));
  const first = tables[0]?.[0];
  if (first === undefined) return null;
  const ids = [...first.keys()].filter((id) =>
    tables.every((arms) => arms.every((scores) => typeof scores.get(id) === 'number')),
  );
  // Sums over the seeds: what each example adds to the two gains.
  const gains = ids.map((id) => {
    const sum = (arm: number) =>
      tables.reduce((total, arms) => total + ((arms[arm]?.get(id) ?? 0) - (arms[0]?.get(id) ?? 0)), 0);
    return { whole: sum(1), kept: sum(2) };
  });
  const share = ratioOf(gains);
  if (share === null) return null;
  const rng = seededRng(`kept-share-${seed}`);
  const draws = Array.from({ length: DRAWS }, () =>
    ratioOf(gains.map(() => gains[rng.nextInt(0, gains.length - 1)] ?? { whole: 0, kept: 0 })),
  )
    .filter((value) => value !== null)
    .sort((a, b) => a - b);
  const at = (q: number) => draws[Math.min(draws.length - 1, Math.floor(q * draws.length))] ?? Number.NaN;
  return { share, lower: at(0.025), upper: at(0.975), n: ids.length };
}

function ratioOf(gains: readonly { readonly whole: number; readonly kept: number }[]): number | null {
  const whole = gains.reduce((total, gain) => total + gain.whole, 0);
  const kept = gains.reduce((total, gain) => total + gain.kept, 0);
  return whole > 0 ? kept / whole : null;
}

const byExample = ({ exampleIds, scores }: ScoredExamples): ReadonlyMap<string, number | null> =>
  new Map(exampleIds.map((id, index) => [id, scores[index] ?? null]));
