/**
 * Cost until a milestone: each prompt that became the best on held-out, and the first measurement at
 * a target. Both are the same sum, over all calls up to and including the iteration after which that
 * prompt was measured. Independent of other runs.
 */

import type { CostRow } from '@/lib/domain/cost-row';
import type { Measurement } from '@/lib/domain/score';
import { countWords } from '@/lib/domain/scored-count';
import { type CostTotals, rowsUntil, totalsOf } from './cost-rows';
import type { MeasuredPoint, RunRecord } from './run-record';
import { dollars, plural } from './strategy/words';

/** Cost until a prompt was measured, that measurement included. */
export interface Milestone {
  readonly candidateHash: string;
  readonly iteration: number;
  readonly heldOut: Measurement;
  readonly totals: CostTotals;
  /** Map, shuffle and scan, plus the measurements. */
  readonly learningMs: number;
  readonly totalMs: number;
}

export function milestoneAt(point: MeasuredPoint, rows: readonly CostRow[]): Milestone {
  return {
    candidateHash: point.candidateHash,
    iteration: point.iteration,
    heldOut: point.score,
    totals: totalsOf(rowsUntil(rows, point.iteration)),
    learningMs: point.learningMs,
    totalMs: point.totalMs,
  };
}

/** Prompts that became the best on held-out. The original prompt was given, not accepted. */
export function acceptedPoints({ points, original }: RunRecord): readonly MeasuredPoint[] {
  return points.filter(({ best, candidateHash }) => best && candidateHash !== original?.candidateHash);
}

/**
 * The iterations, ascending, at which a milestone of this run may end, for any target: those of the prompts
 * that became the best, and of each measurement higher than all before it, among them the first at any
 * target. Sums of calls between them give every milestone exactly.
 */
export function milestoneEnds({ points }: Pick<RunRecord, 'points'>): readonly number[] {
  let highest = Number.NEGATIVE_INFINITY;
  const ends = new Set<number>();
  for (const { iteration, best, score } of points) {
    if (best || score.mean > highest) ends.add(iteration);
    highest = Math.max(highest, score.mean);
  }
  return [...ends].toSorted((a, b) => a - b);
}

/** Always complete: unknown amounts are marked as such. */
export type CostToTarget =
  | { readonly kind: 'reached'; readonly target: number; readonly at: Milestone; readonly sentence: string }
  | {
      readonly kind: 'notReached' | 'notMeasured' | 'noTarget';
      readonly target: number | null;
      /** Highest held-out score so far; null before the first measurement. */
      readonly best: number | null;
      readonly sentence: string;
    };

export function costToTarget(
  record: RunRecord,
  rows: readonly CostRow[],
  target: number | null,
): CostToTarget {
  const best = record.points.reduce<number | null>(
    (most, { score }) => Math.max(most ?? 0, score.mean),
    null,
  );
  if (target === null) {
    const sentence = 'The run has no target held-out score: name one to see the cost.';
    return { kind: 'noTarget', target, best, sentence };
  }
  if (best === null) {
    return { kind: 'notMeasured', target, best, sentence: 'Not measured on held-out yet.' };
  }
  const point = record.points.find(({ score }) => score.mean >= target);
  if (!point) {
    const sentence = `${percent(target)} on held-out was not reached; the best measurement is ${percent(best)}.`;
    return { kind: 'notReached', target, best, sentence };
  }
  const at = milestoneAt(point, rows);
  const { tokens, gpuSeconds, rollouts, costUsd } = at.totals;
  const parts = [
    plural(rollouts, 'rollout'),
    plural(tokens, 'token'),
    gpuSeconds === null ? 'GPU-seconds not measured' : `${gpuSeconds.toFixed(1)} GPU-seconds`,
    costUsd === null ? 'dollars not known' : dollars(costUsd),
  ];
  const sentence = `${percent(target)} on held-out was reached with ${parts.join(', ')} (measured ${percent(point.score.mean)}, ${countWords(point.score)}).`;
  return { kind: 'reached', target, at, sentence };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
