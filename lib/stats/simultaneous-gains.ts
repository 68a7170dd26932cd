/**
 * How much better each of several prompts is than one reference on the same examples, with intervals that hold together:
 * whichever prompt is picked afterwards, its interval errs with at most alpha / 2 on each side.
 *
 *     many pairs differ   bootstrap of the largest t over those prompts (./max-t)
 *     few pairs differ    exact interval at alpha / K (./exact-paired-interval), K = distinct prompts; ties are data
 *
 * The two groups share alpha by their numbers, so all bounds together keep it (Bonferroni between the groups). A prompt
 * that was measured twice with the same scores is one. With K = 1 this is the interval of a single comparison.
 * Cost: some milliseconds for 10 prompts on 300 examples.
 */
import type { Column } from './column';
import { exactBounds, isOfWhole } from './exact-bounds';
import { maxTCritical } from './max-t';
import { type PairedColumn, pairedColumns } from './paired-columns';
import type { PairedDifference } from './paired-difference';
import type { ScoredExamples } from './scored-examples';
import type { Interval } from './wilson';

/** Below this number of differing pairs no resampling is trusted; scores between 0 and 1 have a shape sooner. */
const FEW_OF_WHOLE = 25;
const FEW_OF_PARTS = 12;

/** In the order of `candidates`; a bound is null where there are fewer than two pairs. */
export function simultaneousGains(
  reference: ScoredExamples,
  candidates: readonly ScoredExamples[],
  alpha = 0.05,
): readonly PairedDifference[] {
  return simultaneousIntervals(pairedColumns(reference, candidates).columns, alpha);
}

export function simultaneousIntervals(
  columns: readonly PairedColumn[],
  alpha: number,
): readonly PairedDifference[] {
  const keys = columns.map(keyOf);
  const distinct = new Map(columns.map((column, at) => [keys[at], column]));
  const places = new Map([...distinct.keys()].map((key, place) => [key, place]));
  const lower = boundsOf(
    [...distinct.values()].map((column) => column.lower),
    alpha,
  );
  const isWhole = columns.every(({ missing }) => missing === 0);
  const upper = isWhole
    ? lower
    : boundsOf(
        [...distinct.values()].map((column) => column.upper),
        alpha,
      );
  return columns.map(({ mean, known, missing }, at) => {
    const place = places.get(keys[at]) ?? 0;
    const ends = { lower: lower[place]?.lower ?? null, upper: upper[place]?.upper ?? null };
    return { mean, ...ends, n: known, comparisons: distinct.size, missing };
  });
}

/** Equal for measurements with the same scores, whichever prompt was measured. */
const keyOf = ({ lower, upper }: PairedColumn) => [lower.at, lower.values, upper.at, upper.values].join(';');

function boundsOf(columns: readonly Column[], alpha: number): readonly (Interval | null)[] {
  const each = alpha / columns.length;
  const resampled = columns.filter((column) => !isSparse(column));
  const critical = maxTCritical(resampled, each * resampled.length);
  return columns.map((column) => {
    if (column.n < 2) return null;
    if (isSparse(column)) return exactBounds(column, each);
    if (critical === null) return null;
    const { mean, error } = column;
    // Scores lie between 0 and 1, so no difference of means leaves -1 to 1.
    return {
      lower: Math.max(-1, mean - critical.lower * error),
      upper: Math.min(1, mean + critical.upper * error),
    };
  });
}

const isSparse = (column: Column) =>
  column.error === 0 || column.at.length < (isOfWhole(column) ? FEW_OF_WHOLE : FEW_OF_PARTS);
