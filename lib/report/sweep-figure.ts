/**
 * What a sweep says: each arm at each size over its seeds, the Pareto front of delay and quality, and the paired
 * differences, whatever they say. Only whole cells count; what was cut, stopped or failed is in the table of cells and
 * in no mean. Knows nothing of pixels.
 */
import { type CellResult, hasOwnSize, SWEEP_ARMS, type SweepArm } from '@/lib/domain/sweep';
import { knownScores } from '@/lib/stats/known-scores';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { meanByExample, pairById, pairedGain, type ScorePair } from '@/lib/stats/paired-scores';
import { paretoFront } from '@/lib/stats/pareto-front';
import { mean } from '@/lib/stats/summary';
import { type OverSeeds, overSeeds, whereAll, withinOne } from './over-seeds';

/** A cell whose run came to its end. */
export interface AnsweredCell {
  readonly arm: SweepArm;
  readonly batchSize: number | null;
  readonly seed: number;
  readonly result: CellResult;
}

export interface SweepRow {
  readonly arm: SweepArm;
  readonly batchSize: number | null;
  readonly seeds: readonly number[];
  /** Held-out examples of each seed. */
  readonly examples: number;
  readonly accuracy: OverSeeds;
  readonly learningMs: OverSeeds;
  readonly totalMs: OverSeeds;
  readonly playbookTokens: OverSeeds;
  readonly bullets: OverSeeds;
  /** Of the last playbook; null where a cell left none, or its run followed no insights. */
  readonly highValueBullets: OverSeeds | null;
  readonly helpfulMarks: OverSeeds | null;
  /** Share of the new insights that the last playbook says. */
  readonly insightsHeld: OverSeeds | null;
  /** Means over the seeds. */
  readonly costUsd: number | null;
  readonly tokens: number;
  readonly failures: number;
  /** No other row is at least as fast in learning and at least as good, and better in one of the two. */
  readonly onFront: boolean;
}

export function sweepRows(cells: readonly AnsweredCell[]): SweepRow[] {
  const groups = [...grouped(cells).values()].sort(byPlace);
  const rows = groups.flatMap((group) => rowOf(group) ?? []);
  // Where nothing is learned no time goes into learning: that is no way to do the work.
  const learning = rows.filter(({ arm }) => arm !== 'noLearning');
  const points = learning.map((row) => ({ row, delay: row.learningMs.mean, quality: row.accuracy.mean }));
  const front = new Set(paretoFront(points).map(({ row }) => row));
  return rows.map((row) => ({ ...row, onFront: front.has(row) }));
}

function rowOf(group: readonly AnsweredCell[]): SweepRow | null {
  const [first] = group;
  if (first === undefined) return null;
  const results = group.map(({ result }) => result);
  const costs = results.map(({ costUsd }) => costUsd);
  return {
    arm: first.arm,
    batchSize: first.batchSize,
    seeds: group.map(({ seed }) => seed),
    examples: Math.min(...results.map(({ scores }) => knownScores(scores).length)),
    accuracy: withinOne(overSeeds(results.map(({ scores }) => mean(knownScores(scores)) ?? 0))),
    learningMs: overSeeds(results.map(({ learningMs }) => learningMs)),
    totalMs: overSeeds(results.map(({ totalMs }) => totalMs)),
    playbookTokens: overSeeds(results.map(({ playbookTokens }) => playbookTokens)),
    bullets: overSeeds(results.map(({ bullets }) => bullets)),
    highValueBullets: whereAll(results, ({ worth }) => worth?.highValueBullets),
    helpfulMarks: whereAll(results, ({ worth }) => worth?.helpfulMarks),
    insightsHeld: heldOf(results),
    costUsd: costs.some((cost) => cost === null) ? null : (mean(costs.map((cost) => cost ?? 0)) ?? null),
    tokens: mean(results.map(({ tokens }) => tokens)) ?? 0,
    failures: mean(results.map(({ failures }) => failures)) ?? 0,
    onFront: false,
  };
}

function heldOf(results: readonly CellResult[]): OverSeeds | null {
  const shares = whereAll(results, ({ worth }) => {
    const { wentIn, held } = worth?.insights ?? { wentIn: 0, held: 0 };
    return wentIn === 0 ? null : held / wentIn;
  });
  return shares && withinOne(shares);
}

/** How much better `arm` is than `reference`; at the same batch size where the reference has sizes. */
export interface SweepDifference {
  readonly reference: SweepArm;
  readonly arm: SweepArm;
  readonly batchSize: number;
  /** Seeds that both have. */
  readonly seeds: readonly number[];
  /** Each example's mean over the seeds, since seeds of one example are no further examples; paired by example (rulings E4). */
  readonly overExamples: PairedDifference;
  /** One difference a seed; Student's t over the seeds. */
  readonly overSeeds: PairedDifference;
}

const REFERENCES = ['naive', 'sequential', 'noLearning'] as const satisfies readonly SweepArm[];

/** Every arm with sizes against naive at its size, and against what needs no size. */
export function sweepDifferences(cells: readonly AnsweredCell[]): SweepDifference[] {
  const groups = [...grouped(cells).values()].sort(byPlace);
  return REFERENCES.flatMap((reference) =>
    groups.flatMap((group) => {
      const [first] = group;
      if (!first || first.batchSize === null || hasOwnSize(first.arm) || first.arm === reference) return [];
      const against = groups.find(
        ([other]) =>
          other?.arm === reference && (hasOwnSize(reference) || other.batchSize === first.batchSize),
      );
      return against ? (differenceOf(against, group) ?? []) : [];
    }),
  );
}

function differenceOf(
  reference: readonly AnsweredCell[],
  group: readonly AnsweredCell[],
): SweepDifference | null {
  const [a, b] = [reference[0], group[0]];
  if (!a || !b || b.batchSize === null) return null;
  // There is one cell without learning, and it stands for every seed.
  const of = (seed: number) => reference.find((cell) => a.arm === 'noLearning' || cell.seed === seed);
  const both = group.flatMap((cell) => {
    const other = of(cell.seed);
    return other ? [{ seed: cell.seed, a: other.result, b: cell.result }] : [];
  });
  if (both.length === 0) return null;
  return {
    reference: a.arm,
    arm: b.arm,
    batchSize: b.batchSize,
    seeds: both.map(({ seed }) => seed),
    overExamples: pairedGain(
      meanByExample(both.map((pair) => pair.a)),
      meanByExample(both.map((pair) => pair.b)),
    ),
    overSeeds: overSeeds(both.map((pair) => gainOf(pairById(pair.a, pair.b)))),
  };
}

const gainOf = (pairs: readonly ScorePair[]) => mean(pairs.map(({ before, after }) => after - before)) ?? 0;

function grouped(cells: readonly AnsweredCell[]): Map<string, AnsweredCell[]> {
  const groups = new Map<string, AnsweredCell[]>();
  for (const cell of cells) {
    const key = `${cell.arm}/${cell.batchSize}`;
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  return groups;
}

const rank = ([cell]: readonly AnsweredCell[]) =>
  (cell ? SWEEP_ARMS.indexOf(cell.arm) : 0) * 1e9 + (cell?.batchSize ?? 0);
const byPlace = (a: readonly AnsweredCell[], b: readonly AnsweredCell[]) => rank(a) - rank(b);
