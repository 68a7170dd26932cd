/**
 * Quality against delay and against dollars: runs of one setting into points, and which of them nothing else beats.
 * A point stands for a run, for an arm (its seeds) or for a batch size (all arms of it). Knows nothing of how a run's
 * numbers were read, nor of pixels. O(n log n).
 */
import type { Measurement } from '@/lib/domain/score';
import { paretoFront } from '@/lib/stats/pareto-front';
import { type OverSeeds, overSeeds, withinOne } from './over-seeds';

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
  /** Null = not reached, or not measured. */
  readonly delayMs: number | null;
  /** Null = its models have no price. */
  readonly costUsd: number | null;
  readonly confirmation: Measurement | null;
}

export interface ParetoStanding {
  readonly onFront: boolean;
  /** The point of the front that is at least as good for no more; null on the front. */
  readonly dominatedBy: string | null;
}

export interface ParetoPoint {
  readonly key: string;
  readonly method: string;
  /** Of a batch size: null where arms are put together. */
  readonly arm: string | null;
  readonly batchSize: number | null;
  readonly isSerial: boolean;
  readonly label: string;
  readonly runIds: readonly string[];
  /** Of one run its own interval; of several Student's over them. */
  readonly quality: Measurement;
  readonly delayMs: OverSeeds | null;
  readonly costUsd: OverSeeds | null;
  readonly confirmation: Measurement | null;
  /** Null where it has no such number. */
  readonly byDelay: ParetoStanding | null;
  readonly byCost: ParetoStanding | null;
}

export function paretoPoints(runs: readonly ParetoRun[], grouping: ParetoGrouping): ParetoPoint[] {
  const groups = new Map<string, ParetoRun[]>();
  for (const run of runs) {
    const key = keyOf(run, grouping);
    const known = groups.get(key);
    if (known) known.push(run);
    else groups.set(key, [run]);
  }
  const points = [...groups].flatMap(([key, group]) => pointOf(key, group, grouping) ?? []);
  const byDelay = standings(points, ({ delayMs }) => delayMs?.mean ?? null);
  const byCost = standings(points, ({ costUsd }) => costUsd?.mean ?? null);
  return points
    .map((point) => ({
      ...point,
      byDelay: byDelay.get(point.key) ?? null,
      byCost: byCost.get(point.key) ?? null,
    }))
    .sort((a, b) => b.quality.mean - a.quality.mean || a.key.localeCompare(b.key));
}

function keyOf(run: ParetoRun, grouping: ParetoGrouping): string {
  if (grouping === 'run') return run.id;
  return grouping === 'arm' ? `${run.method} ${run.arm}` : `size ${run.batchSize ?? 'none'}`;
}

function pointOf(key: string, group: readonly ParetoRun[], grouping: ParetoGrouping): ParetoPoint | null {
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
    quality: isOne ? first.quality : qualityOver(group),
    delayMs: overAll(group.map(({ delayMs }) => delayMs)),
    costUsd: overAll(group.map(({ costUsd }) => costUsd)),
    // Opened once for a split, so of a group at most one has it, and it is no mean of the group.
    confirmation: isOne ? first.confirmation : null,
    byDelay: null,
    byCost: null,
  };
}

/** n stays the examples that the smallest of them was measured on: seeds of one example are no further examples. */
function qualityOver(group: readonly ParetoRun[]): Measurement {
  const { mean, lower, upper } = withinOne(overSeeds(group.map(({ quality }) => quality.mean)));
  return { mean, lower, upper, n: Math.min(...group.map(({ quality }) => quality.n)) };
}

/** On a log axis nothing can stand at 0, and what took no time or money was not measured; a mean of some is none. */
function overAll(values: readonly (number | null)[]): OverSeeds | null {
  const known = values.filter((value): value is number => value !== null && value > 0);
  return known.length < values.length ? null : overSeeds(known);
}

function standings(
  points: readonly ParetoPoint[],
  priceOf: (point: ParetoPoint) => number | null,
): ReadonlyMap<string, ParetoStanding> {
  const placed = points.flatMap((point) => {
    const price = priceOf(point);
    return price === null ? [] : [{ key: point.key, delay: price, quality: point.quality.mean }];
  });
  const front = paretoFront(placed);
  const kept = new Set(front.map(({ key }) => key));
  return new Map(
    placed.map((point): [string, ParetoStanding] => {
      if (kept.has(point.key)) return [point.key, { onFront: true, dominatedBy: null }];
      // The front rises with its price, so the last one that costs no more is also the best of those.
      const by = front.findLast(({ delay }) => delay <= point.delay);
      return [point.key, { onFront: false, dominatedBy: by?.key ?? null }];
    }),
  );
}
