/**
 * Measurements of the same examples as columns of differences against one reference, ready for an interval.
 *
 * A missing score (null) is no 0: the evaluator, the environment or the provider failed, not the prompt. It is unknown what
 * it would have been, so each end of the interval takes the worst case for itself:
 *
 *     lower   missing counts as 0 in the candidate and as 1 in the reference
 *     upper   missing counts as 1 in the candidate and as 0 in the reference
 *
 * (Manski's bounds 2003, at the scores' own limits 0 and 1.) Knows nothing of runs. Cost: O(n k).
 */
import { type Column, columnOf } from './column';
import type { ScoredExamples } from './scored-examples';

export interface PairedColumn {
  readonly lower: Column;
  readonly upper: Column;
  /** Mean over the pairs of which both scores are known; 0 without any. */
  readonly mean: number;
  readonly known: number;
  readonly missing: number;
}

export interface PairedColumns {
  /** One a candidate, all over the same examples in the order of their ids. */
  readonly columns: readonly PairedColumn[];
  /** The same without the examples that anybody misses: what a choice can be replayed on. */
  readonly complete: readonly Column[];
}

/** Over the examples that reference and candidates were all measured on, scored or missing. */
export function pairedColumns(
  reference: ScoredExamples,
  candidates: readonly ScoredExamples[],
): PairedColumns {
  const [before = new Map(), ...after] = [reference, ...candidates].map(scoresById);
  const ids = [...before.keys()].filter((id) => after.every((scores) => scores.has(id))).sort(byCodePoint);
  const base = ids.map((id) => before.get(id) ?? null);
  const scored = after.map((scores) => ids.map((id) => scores.get(id) ?? null));
  const whole = ids.flatMap((_, at) =>
    base[at] === null || scored.some((scores) => scores[at] === null) ? [] : [at],
  );
  return {
    columns: scored.map((scores) => pairedColumn(base, scores)),
    complete: scored.map((scores) => columnOf(whole.map((at) => (scores[at] ?? 0) - (base[at] ?? 0)))),
  };
}

type Scores = readonly (number | null)[];

function pairedColumn(before: Scores, after: Scores): PairedColumn {
  const known = after.flatMap((score, at) => {
    const other = before[at] ?? null;
    return score === null || other === null ? [] : [score - other];
  });
  const end = (own: number, other: number) =>
    columnOf(after.map((score, at) => (score ?? own) - (before[at] ?? other)));
  const lower = end(0, 1);
  const missing = after.length - known.length;
  return {
    lower,
    upper: missing === 0 ? lower : end(1, 0),
    mean: known.length === 0 ? 0 : known.reduce((sum, one) => sum + one, 0) / known.length,
    known: known.length,
    missing,
  };
}

const scoresById = ({ exampleIds, scores }: ScoredExamples) =>
  new Map<string, number | null>(exampleIds.map((id, at) => [id, scores[at] ?? null]));

const byCodePoint = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
