/**
 * The level at which each pair of arms is judged, so that all pairs together err in at most 5 % of experiments.
 *
 *     G*_a    mean of arm a in a resample of the examples - its mean + a draw of its training error, N(0, variance)
 *     max_b   largest |G*_a - G*_c| / se_ac over all pairs, in each of 2,000 resamples
 *     level   chance that |N(0, 1)| exceeds the 95 % quantile of max_b
 *
 * Resampling whole examples keeps how the arms hang together, so that arms that are nearly the same cost next to
 * nothing. Pairs of which few examples differ get 5 % / pairs each (./all-pairs); the maximum is over the others, with
 * what is left of the 5 %. (Westfall and Young 1993, section 2; ./max-t is the same for columns that are no pairs.)
 *
 * Above 60 arms the level is Bonferroni's. Cost: O(2,000 (n + arms) arms).
 */
import { seededRng } from '@/lib/random/seeded-rng';
import { type ArmColumns, differencesOf, trainingOf } from './aligned-arms';
import type { Column } from './column';
import { normalCdf } from './normal';
import { RESAMPLES, resampleWeights } from './resamples';
import { quantile } from './summary';

export const FAMILY_ALPHA = 0.05;
const ARMS_MAX = 60;
/** From ten one-sided differences on a studentised mean and the exact test agree within a factor of two. */
const FEW_DIFFERENCES = 10;

/** Its mean has no normal distribution. */
export const isOfFew = ({ at }: Column) => at.length < FEW_DIFFERENCES;

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly standardError: number;
}

export function pairsLevel(arms: readonly ArmColumns[]): number {
  const pairs = (arms.length * (arms.length - 1)) / 2;
  if (pairs < 1) return FAMILY_ALPHA;
  const least = FAMILY_ALPHA / pairs;
  const n = arms[0]?.means.length ?? 0;
  if (arms.length > ARMS_MAX || n < 2) return least;
  const many = pairsOfMany(arms);
  if (many.length === 0) return least;
  const deviations = arms.map((arm, at) => resampledDeviations(arm, at));
  const alpha = FAMILY_ALPHA * (many.length / pairs);
  // One standard error of the resampled share to the safe side: the same resamples serve every sweep, so luck would too.
  const tail = alpha - Math.sqrt((alpha * (1 - alpha)) / RESAMPLES);
  const critical =
    quantile([...largest(deviations, many)], 1 - Math.max(0, tail)) ?? Number.POSITIVE_INFINITY;
  // No looser than one pair alone, no stricter than Bonferroni.
  return Math.min(FAMILY_ALPHA, Math.max(least, 2 * (1 - normalCdf(critical))));
}

/** The pairs whose mean has a distribution that resampling can find. */
function pairsOfMany(arms: readonly ArmColumns[]): readonly Pair[] {
  return arms.flatMap((first, a) =>
    arms.slice(a + 1).flatMap((second, offset) => {
      const d = differencesOf(first.means, second.means);
      if (isOfFew(d)) return [];
      const standardError = Math.sqrt(d.error ** 2 + trainingOf(first, second).variance);
      return [{ a, b: a + 1 + offset, standardError }];
    }),
  );
}

/** G*_a of each resample. Typed arrays and nothing else inside the loop: it goes round some 600,000 times an arm. */
function resampledDeviations({ means, training }: ArmColumns, arm: number): Float64Array {
  const n = means.length;
  const centred = centredOf(means);
  const weights = resampleWeights(n);
  const deviations = new Float64Array(RESAMPLES);
  const normals = training.variance === 0 ? null : normalDraws(arm);
  const spread = Math.sqrt(training.variance);
  for (let resample = 0, from = 0; resample < RESAMPLES; resample += 1, from += n) {
    let total = 0;
    for (let e = 0; e < n; e += 1) total += (weights[from + e] as number) * (centred[e] as number);
    deviations[resample] = total / n + spread * (normals?.[resample] ?? 0);
  }
  return deviations;
}

/** Around the mean of what the arm has, scaled so that missing examples, at 0, take nothing from its spread. */
function centredOf(means: Float64Array): Float64Array {
  const known = means.filter((score) => !Number.isNaN(score));
  const mean = known.reduce((total, score) => total + score, 0) / Math.max(1, known.length);
  const scale = means.length / Math.max(1, known.length);
  return means.map((score) => (Number.isNaN(score) ? 0 : (score - mean) * scale));
}

function largest(deviations: readonly Float64Array[], pairs: readonly Pair[]): Float64Array {
  const highest = new Float64Array(RESAMPLES);
  for (const { a, b, standardError } of pairs) {
    const [first, second] = [deviations[a] as Float64Array, deviations[b] as Float64Array];
    for (let resample = 0; resample < RESAMPLES; resample += 1) {
      const t = Math.abs((second[resample] as number) - (first[resample] as number)) / standardError;
      if (t > (highest[resample] as number)) highest[resample] = t;
    }
  }
  return highest;
}

/** The same draws for the arm at one place, so that an interval that was quoted is found again (Box and Muller 1958). */
const drawn = new Map<number, Float64Array>();

function normalDraws(arm: number): Float64Array {
  const known = drawn.get(arm);
  if (known) return known;
  const rng = seededRng(`training-error/${arm}`);
  const normals = Float64Array.from({ length: RESAMPLES }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - rng.nextFloat()));
    return radius * Math.cos(2 * Math.PI * rng.nextFloat());
  });
  drawn.set(arm, normals);
  return normals;
}
