/**
 * Two measurements of the same held-out examples, joined by the example's id. The order of a list is an accident of
 * whoever wrote it; a pair is the same question asked twice. Knows nothing of runs, money or time.
 */
import type { PairedDifference } from './paired-difference';
import type { ScoredExamples } from './scored-examples';
import { simultaneousGains } from './simultaneous-gains';

export interface ScorePair {
  readonly exampleId: string;
  readonly before: number;
  readonly after: number;
}

/** The examples that both have, in the order of their ids. What only one of them has cannot be compared. */
export function pairById(before: ScoredExamples, after: ScoredExamples): ScorePair[] {
  const scoreAfter = new Map(after.exampleIds.map((id, at) => [id, after.scores[at] ?? 0]));
  return before.exampleIds
    .flatMap((exampleId, at): ScorePair[] => {
      const score = scoreAfter.get(exampleId);
      return score === undefined ? [] : [{ exampleId, before: before.scores[at] ?? 0, after: score }];
    })
    .sort((a, b) => (a.exampleId < b.exampleId ? -1 : 1));
}

/**
 * How much better `after` is than `before`, with its 95 % interval, where nothing was chosen by these scores. Prompts that
 * were chosen by them have their gain from ./chosen-gain.
 */
export function pairedGain(before: ScoredExamples, after: ScoredExamples): PairedDifference {
  return simultaneousGains(before, [after])[0] ?? { mean: 0, lower: null, upper: null, n: 0 };
}

/**
 * Several measurements of the same examples (one a seed) as one: each example's mean. Examples that not all have are
 * left out. Averaging first keeps the interval over examples: seeds of one example are not independent examples.
 */
export function meanByExample(measurements: readonly ScoredExamples[]): ScoredExamples {
  const [first, ...others] = measurements;
  if (first === undefined) return { exampleIds: [], scores: [] };
  const maps = others.map((one) => new Map(one.exampleIds.map((id, index) => [id, one.scores[index] ?? 0])));
  const shared = first.exampleIds.flatMap((id, index) => {
    const scores = [first.scores[index] ?? 0];
    for (const map of maps) {
      const score = map.get(id);
      if (score === undefined) return [];
      scores.push(score);
    }
    return [{ id, score: scores.reduce((sum, score) => sum + score, 0) / scores.length }];
  });
  return { exampleIds: shared.map(({ id }) => id), scores: shared.map(({ score }) => score) };
}
