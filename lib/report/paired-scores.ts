import { seededRng } from '@/lib/random/seeded-rng';
import {
  type Draws,
  drawPairs,
  type PairedDifference,
  resampledDifference,
} from '@/lib/stats/paired-difference';

/**
 * Two measurements of the same held-out examples, joined by the example's id. The order of a list is an accident of
 * whoever wrote it; a pair is the same question asked twice. Knows nothing of runs, money or time.
 */
export interface ScoredExamples {
  readonly exampleIds: readonly string[];
  /** One score an example, in the order of `exampleIds`. */
  readonly scores: readonly number[];
}

export interface Pairs {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** Scores of the examples that both have, in the order of `a`. What only one of them has cannot be compared. */
export function pairById(a: ScoredExamples, b: ScoredExamples): Pairs {
  const inB = new Map(b.exampleIds.map((id, index) => [id, b.scores[index] ?? 0]));
  const shared = a.exampleIds.flatMap((id, index) => {
    const other = inB.get(id);
    return other === undefined ? [] : [{ a: a.scores[index] ?? 0, b: other }];
  });
  return { a: shared.map((pair) => pair.a), b: shared.map((pair) => pair.b) };
}

/** Moves the ends by about a fiftieth of the interval from stream to stream: enough to read, and quick enough to show. */
const RESAMPLES = 1000;

/** How much better b is than a, with a 95 % bootstrap interval; `label` names the random stream, so it is the same again. */
export function pairedGain(a: ScoredExamples, b: ScoredExamples, label: string): PairedDifference {
  return gainsBy(label)(a, b);
}

export type PairedGain = (a: ScoredExamples, b: ScoredExamples) => PairedDifference;

/** The same for many pairs under one label: the stream is drawn once for as many examples, and gives each the same. */
export function gainsBy(label: string): PairedGain {
  const drawn = new Map<number, Draws>();
  const drawsFor = (n: number): Draws => {
    const draws =
      drawn.get(n) ?? drawPairs(n, { rng: seededRng(`paired-gain-${label}`), resamples: RESAMPLES });
    drawn.set(n, draws);
    return draws;
  };
  return (a, b) => {
    const pairs = pairById(a, b);
    return resampledDifference(pairs.a, pairs.b, drawsFor);
  };
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
