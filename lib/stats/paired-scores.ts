/**
 * Two measurements of the same held-out examples, joined by the example's id. The order of a list is an accident of
 * its writer; a pair is the same question asked twice. Knows nothing of runs, money or time.
 */
import type { PairedDifference } from './paired-difference';
import type { ScoredExamples } from './scored-examples';
import { simultaneousGains } from './simultaneous-gains';

/** A measurement in which nothing is missing. */
export interface WholeScores extends ScoredExamples {
  readonly scores: readonly number[];
}

export interface ScorePair {
  readonly exampleId: string;
  readonly before: number;
  readonly after: number;
}

/** The examples that both scored, in the order of their ids. What one of them lacks or misses cannot be compared. */
export function pairById(before: ScoredExamples, after: ScoredExamples): ScorePair[] {
  const scoreAfter = scoresById(after);
  return [...scoresById(before)]
    .flatMap(([exampleId, score]): ScorePair[] => {
      const other = scoreAfter.get(exampleId);
      return other === undefined ? [] : [{ exampleId, before: score, after: other }];
    })
    .sort((a, b) => (a.exampleId < b.exampleId ? -1 : 1));
}

/** Without the missing ones. */
const scoresById = ({ exampleIds, scores }: ScoredExamples) =>
  new Map(
    exampleIds.flatMap((id, at) => {
      const score = scores[at] ?? null;
      return score === null ? [] : [[id, score] as const];
    }),
  );

/**
 * How much better `after` is than `before`, with its 95 % interval, where nothing was chosen by these scores. Prompts that
 * were chosen by them have their gain from ./chosen-gain.
 */
export function pairedGain(before: ScoredExamples, after: ScoredExamples): PairedDifference {
  return simultaneousGains(before, [after])[0] ?? { mean: 0, lower: null, upper: null, n: 0 };
}

/**
 * Several measurements of the same examples (one a seed) as one: each example's mean. Examples that one of them lacks
 * or misses are left out. Averaging first keeps the interval over examples: seeds of one example are not independent examples.
 */
export function meanByExample(measurements: readonly ScoredExamples[]): WholeScores {
  const [first, ...others] = measurements;
  if (first === undefined) return { exampleIds: [], scores: [] };
  const maps = others.map(scoresById);
  const shared = [...scoresById(first)].flatMap(([id, own]) => {
    const scores = [own];
    for (const map of maps) {
      const score = map.get(id);
      if (score === undefined) return [];
      scores.push(score);
    }
    return [{ id, score: scores.reduce((sum, score) => sum + score, 0) / scores.length }];
  });
  return { exampleIds: shared.map(({ id }) => id), scores: shared.map(({ score }) => score) };
}
