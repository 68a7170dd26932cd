/**
 * Quality against delay and against dollars: turns runs of one setting into points and finds the undominated ones.
 * A point represents a run, an arm (its seeds) or a batch size (all its arms). Scores have both of their
 * sources of variation, and dominance needs a difference that is shown (./compared-arms, ./front-standing). Knows
 * nothing of how a run's numbers were read, nor of pixels.
 */
import type { LevelTwoReading } from '@/lib/domain/level-two-readings';
import type { Measurement } from '@/lib/domain/score';
import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import type { PairDifference } from '@/lib/stats/all-pairs';
import type { ChosenScores } from '@/lib/stats/scored-examples';
import { type ArmScore, type ComparedArms, compareSeededArms } from './compared-arms';
import { type FrontStanding, frontStandings } from './front-standing';
import { type OverSeeds, overSeeds } from './over-seeds';

export type ParetoGrouping = 'run' | 'arm' | 'batchSize';

/** An ended run as it bears on a front. */
export interface ParetoRun {
  readonly id: string;
  readonly label: string;
  readonly method: string;
  /** Its aggregation and its batch size: runs of one method and arm differ in their seed. */
  readonly arm: string;
  /** The fixed size, or the one that the controller used last; null = it used none. */
  readonly batchSize: number | null;
  readonly isSerial: boolean;
  /** Best on held-out. */
  readonly quality: Measurement;
  /** The scores that it is the mean of, and how many prompts it is the best of; null where they are not kept. */
  readonly scored: ChosenScores | null;
  /** Null = not reached, or not measured. */
  readonly delayMs: number | null;
  /** Null = its models have no price. */
  readonly costUsd: number | null;
  readonly confirmation: Measurement | null;
  /** Why its score is no headline; left out = it is believed. */
  readonly doubt?: ScoreDoubt | null;
  /** Reading of level 2, for a practice run that has one. */
  readonly levelTwo?: LevelTwoReading | null;
}

export interface ParetoPoint {
  readonly key: string;
  readonly method: string;
  /** Arm of the point; null for a batch size that combines several arms. */
  readonly arm: string | null;
  readonly batchSize: number | null;
  readonly isSerial: boolean;
  readonly label: string;
  readonly runIds: readonly string[];
  /** Score with its interval: that of one run, or over examples and runs for several. */
  readonly quality: ArmScore;
  readonly delayMs: OverSeeds | null;
  readonly costUsd: OverSeeds | null;
  readonly confirmation: Measurement | null;
  /** Doubt about any of its runs: such a point is on no front, is no reference and is compared with none. */
  readonly doubt: ScoreDoubt | null;
  readonly levelTwo: LevelTwoReading | null;
  /** Null where it has no such number, or its score is in doubt. */
  readonly byDelay: FrontStanding | null;
  readonly byCost: FrontStanding | null;
  /** How much better than the reference, held together with all pairs of points; null for the reference itself. */
  readonly difference: PairDifference | null;
}

export interface Pareto {
  readonly points: readonly ParetoPoint[];
  /** The best serial point, else the best of all: what the others are held against. */
  readonly reference: string | null;
}

export function paretoOf(runs: readonly ParetoRun[], grouping: ParetoGrouping): Pareto {
  const groups = groupsOf(runs, grouping);
  const compared = compareSeededArms(groups.map(([, group]) => seededArm(group)));
  const points = groups.flatMap(
    ([key, group], at) => pointOf({ key, group, grouping }, compared.scores[at]) ?? [],
  );
  const ordered = points.toSorted((a, b) => b.quality.mean - a.quality.mean || (a.key < b.key ? -1 : 1));
  const believed = ordered.filter(({ doubt }) => doubt === null);
  const reference = (believed.find(({ isSerial }) => isSerial) ?? believed[0])?.key ?? null;
  const between = byKeys(groups, compared);
  const [byDelay, byCost] = [
    standings(believed, between, ({ delayMs }) => delayMs?.mean ?? null),
    standings(believed, between, ({ costUsd }) => costUsd?.mean ?? null),
  ];
  return {
    points: ordered.map((point) => ({
      ...point,
      byDelay: byDelay.get(point.key) ?? null,
      byCost: byCost.get(point.key) ?? null,
      difference:
        reference === null || point.key === reference || point.doubt !== null
          ? null
          : between(reference, point.key),
    })),
    reference,
  };
}

type Group = readonly [key: string, runs: readonly ParetoRun[]];

function groupsOf(runs: readonly ParetoRun[], grouping: ParetoGrouping): readonly Group[] {
  const groups = new Map<string, ParetoRun[]>();
  for (const run of runs) {
    const key = keyOf(run, grouping);
    const known = groups.get(key);
    if (known) known.push(run);
    else groups.set(key, [run]);
  }
  return [...groups];
}

/** A group of which one run's scores are not kept has none, so none of its differences is shown. */
function seededArm(group: readonly ParetoRun[]) {
  const scored = group.flatMap((run) => run.scored ?? []);
  const seeds = scored.length < group.length ? [] : scored;
  return { seeds, isTrained: true, choices: Math.max(1, ...seeds.map(({ choices }) => choices)) };
}

function byKeys(groups: readonly Group[], { between }: ComparedArms) {
  const places = new Map(groups.map(([key], at) => [key, at]));
  return (reference: string, key: string) => between(places.get(reference) ?? -1, places.get(key) ?? -1);
}

function keyOf(run: ParetoRun, grouping: ParetoGrouping): string {
  if (grouping === 'run') return run.id;
  return grouping === 'arm'
    ? `${run.method} ${run.arm} ${run.levelTwo ?? ''}`.trim()
    : `size ${run.batchSize ?? 'none'}`;
}

interface Grouped {
  readonly key: string;
  readonly group: readonly ParetoRun[];
  readonly grouping: ParetoGrouping;
}

function pointOf({ key, group, grouping }: Grouped, score: ArmScore | undefined): ParetoPoint | null {
  const [first] = group;
  if (first === undefined) return null;
  const isOne = group.length === 1;
  const arms = new Set(group.map(({ method, arm }) => `${method} ${arm}`));
  const methods = [...new Set(group.map(({ method }) => method))];
  const sizes = new Set(group.map(({ batchSize }) => batchSize));
  return {
    key,
    method: methods.join(', '),
    arm: grouping === 'batchSize' && arms.size > 1 ? null : first.arm,
    batchSize: sizes.size === 1 ? first.batchSize : null,
    isSerial: group.every(({ isSerial }) => isSerial),
    label: first.label,
    runIds: group.map(({ id }) => id),
    quality: score && score.n > 0 ? score : unscored(group),
    delayMs: overAll(group.map(({ delayMs }) => delayMs)),
    costUsd: overAll(group.map(({ costUsd }) => costUsd)),
    // Opened once for a split, so of a group at most one has it, and it is no mean of the group.
    confirmation: isOne ? first.confirmation : null,
    doubt: group.find(({ doubt }) => doubt)?.doubt ?? null,
    levelTwo: group.find(({ levelTwo }) => levelTwo)?.levelTwo ?? null,
    ...{ byDelay: null, byCost: null, difference: null },
  };
}

/** Where single scores are not kept: of one run its own interval, of several none. */
function unscored(group: readonly ParetoRun[]): ArmScore {
  const means = group.map(({ quality }) => quality.mean);
  const [only] = group;
  const { lower, upper } = group.length === 1 && only ? only.quality : { lower: null, upper: null };
  const n = Math.min(...group.map(({ quality }) => quality.n));
  const missing = Math.max(...group.map(({ quality }) => quality.missing ?? 0));
  return { mean: overSeeds(means).mean, lower, upper, n, missing, includesTraining: false };
}

/** On a log axis nothing can stand at 0, and what took no time or money was not measured; a mean of some is none. */
function overAll(values: readonly (number | null)[]): OverSeeds | null {
  const known = values.filter((value): value is number => value !== null && value > 0);
  return known.length < values.length ? null : overSeeds(known);
}

function standings(
  points: readonly ParetoPoint[],
  between: (reference: string, key: string) => PairDifference,
  priceOf: (point: ParetoPoint) => number | null,
): ReadonlyMap<string, FrontStanding> {
  const placed = points.flatMap((point) => {
    const price = priceOf(point);
    return price === null ? [] : [{ key: point.key, price, score: point.quality.mean }];
  });
  return frontStandings(placed, (reference, key) => between(reference, key).verdict);
}
