/**
 * What a sweep says: each arm at each size over its seeds, what nothing else beats in time and score, and the paired
 * differences, whatever they say. One set of simultaneous intervals decides all of it (./compared-arms). Only whole
 * cells count; what was cut, stopped or failed is in the table of cells and in no mean. Knows nothing of pixels.
 */

import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import { type CellResult, hasOwnSize, type SweepArm } from '@/lib/domain/sweep';
import { SWEEP_ARMS } from '@/lib/domain/sweep-arms';
import type { PairDifference } from '@/lib/stats/all-pairs';
import { mean } from '@/lib/stats/summary';
import { type ArmScore, type ComparedArms, compareSeededArms } from './compared-arms';
import { type FrontStanding, frontStandings } from './front-standing';
import { type OverSeeds, overSeeds, whereAll, withinOne } from './over-seeds';

/** A cell whose run came to its end. */
export interface AnsweredCell {
  readonly arm: SweepArm;
  readonly batchSize: number | null;
  readonly seed: number;
  readonly result: CellResult;
  /** Why its score is no headline; left out = it is believed. */
  readonly doubt?: ScoreDoubt | null;
}

export interface SweepRow {
  /** Arm and batch size: what standings name a row by. */
  readonly key: string;
  readonly arm: SweepArm;
  readonly batchSize: number | null;
  readonly seeds: readonly number[];
  /** Score of the last prompt, over examples and seeds. */
  readonly accuracy: ArmScore;
  /** Doubt about any of its cells: such a row is on no front and is compared with none. */
  readonly doubt: ScoreDoubt | null;
  readonly learningMs: OverSeeds;
  readonly totalMs: OverSeeds;
  readonly playbookTokens: OverSeeds;
  readonly bullets: OverSeeds;
  /** Count in the last playbook; null where a cell left none, or its run followed no insights. */
  readonly highValueBullets: OverSeeds | null;
  readonly helpfulMarks: OverSeeds | null;
  /** Share of the new insights that the last playbook says. */
  readonly insightsHeld: OverSeeds | null;
  /** Means over the seeds. */
  readonly costUsd: number | null;
  readonly tokens: number;
  readonly failures: number;
  /** Null where nothing is learned: no time goes into it, so it is no way to do the work. */
  readonly byLearning: FrontStanding | null;
  readonly byTotal: FrontStanding | null;
}

/** How much better `arm` is than `reference`; at the same batch size where the reference has sizes. */
export interface SweepDifference extends PairDifference {
  readonly reference: SweepArm;
  readonly arm: SweepArm;
  readonly batchSize: number;
  readonly seeds: readonly number[];
  readonly referenceSeeds: readonly number[];
  readonly includesTraining: boolean;
}

export interface SweepFigure {
  readonly rows: readonly SweepRow[];
  readonly differences: readonly SweepDifference[];
}

type Group = readonly [AnsweredCell, ...AnsweredCell[]];

export function sweepFigure(cells: readonly AnsweredCell[]): SweepFigure {
  const groups = groupsOf(cells);
  const compared = compareSeededArms(
    groups.map((group) => ({
      seeds: group.map(({ result }) => result),
      isTrained: group[0].arm !== 'noLearning',
    })),
  );
  const rows = groups.flatMap((group, at) => {
    const accuracy = compared.scores[at];
    return accuracy ? [rowOf(group, accuracy)] : [];
  });
  return { rows: withStandings(rows, compared), differences: differencesOf(groups, compared) };
}

function withStandings(rows: readonly SweepRow[], { between }: ComparedArms): readonly SweepRow[] {
  const places = new Map(rows.map(({ key }, at) => [key, at]));
  const verdictOf = (reference: string, key: string) =>
    between(places.get(reference) ?? 0, places.get(key) ?? 0).verdict;
  const learning = rows.filter(({ arm, doubt }) => arm !== 'noLearning' && doubt === null);
  const standingsBy = (timeOf: (row: SweepRow) => OverSeeds) =>
    frontStandings(
      learning.map((row) => ({ key: row.key, price: timeOf(row).mean, score: row.accuracy.mean })),
      verdictOf,
    );
  const [byLearning, byTotal] = [
    standingsBy(({ learningMs }) => learningMs),
    standingsBy(({ totalMs }) => totalMs),
  ];
  return rows.map((row) => ({
    ...row,
    byLearning: byLearning.get(row.key) ?? null,
    byTotal: byTotal.get(row.key) ?? null,
  }));
}

function rowOf(group: Group, accuracy: ArmScore): SweepRow {
  const [first] = group;
  const results = group.map(({ result }) => result);
  const costs = results.map(({ costUsd }) => costUsd);
  return {
    key: keyOf(first),
    arm: first.arm,
    batchSize: first.batchSize,
    seeds: group.map(({ seed }) => seed),
    accuracy,
    doubt: doubtOf(group),
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
    byLearning: null,
    byTotal: null,
  };
}

function heldOf(results: readonly CellResult[]): OverSeeds | null {
  const shares = whereAll(results, ({ worth }) => {
    const { wentIn, held } = worth?.insights ?? { wentIn: 0, held: 0 };
    return wentIn === 0 ? null : held / wentIn;
  });
  return shares && withinOne(shares);
}

const REFERENCES = ['naive', 'sequential', 'noLearning'] as const satisfies readonly SweepArm[];

/** Every arm with sizes against naive at its size, and against what needs no size. */
function differencesOf(groups: readonly Group[], { between, scores }: ComparedArms): SweepDifference[] {
  return REFERENCES.flatMap((reference) =>
    groups.flatMap(([first, ...others], at) => {
      if (first.batchSize === null || hasOwnSize(first.arm) || first.arm === reference) return [];
      if (doubtOf([first, ...others]) !== null) return [];
      const against = groups.findIndex(
        ([other, ...rest]) =>
          doubtOf([other, ...rest]) === null &&
          other.arm === reference &&
          (hasOwnSize(reference) || other.batchSize === first.batchSize),
      );
      return against < 0
        ? []
        : [
            {
              ...between(against, at),
              reference,
              arm: first.arm,
              batchSize: first.batchSize,
              seeds: [first, ...others].map(({ seed }) => seed),
              referenceSeeds: groups[against]?.map(({ seed }) => seed) ?? [],
              includesTraining: scores[at]?.includesTraining ?? false,
            },
          ];
    }),
  );
}

const doubtOf = (group: Group) => group.find(({ doubt }) => doubt)?.doubt ?? null;

const keyOf = ({ arm, batchSize }: AnsweredCell) => `${arm}/${batchSize ?? 'none'}`;

function groupsOf(cells: readonly AnsweredCell[]): readonly Group[] {
  const groups = new Map<string, [AnsweredCell, ...AnsweredCell[]]>();
  for (const cell of cells) {
    const known = groups.get(keyOf(cell));
    if (known) known.push(cell);
    else groups.set(keyOf(cell), [cell]);
  }
  return [...groups.values()].sort(([a], [b]) => rank(a) - rank(b));
}

const rank = ({ arm, batchSize }: AnsweredCell) => SWEEP_ARMS.indexOf(arm) * 1e9 + (batchSize ?? 0);
