/**
 * Several measurements of the same examples, one a seed, as the scores of one arm. The unit is the example: its score
 * is the mean over the seeds, since seeds of one example are no further examples.
 *
 *     means[e]          mean over the seeds; NaN where a seed has no score of the example
 *     least, most [e]   the same with each score that is missing taken as 0 and as 1 (Manski's bounds)
 *     seedMeans[s]      mean of seed s over the examples that all seeds scored
 *     seedNoise         what the noise of single answers adds to the variance of a seed's mean: the residual mean square
 *                       of examples by seeds / n
 *
 * Examples that a seed was not measured on at all are left out; a score that is null was measured and is missing.
 * Knows nothing of methods or batch sizes. O(seeds n).
 */
import type { ScoredExamples } from './scored-examples';

export interface ArmScores {
  readonly exampleIds: readonly string[];
  readonly means: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
  /** Mean over the examples that all seeds scored; 0 without any. */
  readonly mean: number;
  /** Examples that all seeds scored, and those that a seed has no score of. */
  readonly scored: number;
  readonly missing: number;
  readonly seedMeans: readonly number[];
  /** 0 for one seed, whose noise cannot be told from the examples' own levels. */
  readonly seedNoise: number;
}

export function armScores(seeds: readonly ScoredExamples[]): ArmScores {
  const rows = alignedScores(seeds);
  const exampleIds = rows.map(({ id }) => id);
  const means = Float64Array.from(rows, ({ scores }) => meanWith(scores, Number.NaN));
  const whole = rows.filter((_, at) => !Number.isNaN(means[at]));
  const seedMeans = seeds.map((_, seed) => average(whole.map(({ scores }) => scores[seed] ?? 0)));
  return {
    exampleIds,
    means,
    least: Float64Array.from(rows, ({ scores }) => meanWith(scores, 0)),
    most: Float64Array.from(rows, ({ scores }) => meanWith(scores, 1)),
    mean: average(seedMeans),
    scored: whole.length,
    missing: rows.length - whole.length,
    seedMeans,
    seedNoise: noiseOf(
      whole.map(({ scores }) => scores.map((score) => score ?? 0)),
      seedMeans,
    ),
  };
}

interface ExampleScores {
  readonly id: string;
  readonly scores: readonly (number | null)[];
}

/** The examples that every seed was measured on, in the order of the first. */
function alignedScores([first, ...others]: readonly ScoredExamples[]): readonly ExampleScores[] {
  if (first === undefined) return [];
  const maps = others.map((one) => new Map(one.exampleIds.map((id, at) => [id, one.scores[at] ?? null])));
  return first.exampleIds.flatMap((id, at) =>
    maps.every((map) => map.has(id))
      ? [{ id, scores: [first.scores[at] ?? null, ...maps.map((map) => map.get(id) ?? null)] }]
      : [],
  );
}

function meanWith(scores: readonly (number | null)[], missing: number): number {
  let total = 0;
  for (const score of scores) total += score ?? missing;
  return total / scores.length;
}

function noiseOf(rows: readonly (readonly number[])[], seedMeans: readonly number[]): number {
  const [n, seeds] = [rows.length, seedMeans.length];
  if (n < 2 || seeds < 2) return 0;
  const centre = average(seedMeans);
  let residual = 0;
  for (const row of rows) {
    const level = average(row);
    row.forEach((score, seed) => {
      residual += (score - level - (seedMeans[seed] ?? 0) + centre) ** 2;
    });
  }
  return residual / (seeds - 1) / (n - 1) / n;
}

const average = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((total, x) => total + x, 0) / numbers.length;
