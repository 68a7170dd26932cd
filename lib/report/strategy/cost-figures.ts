/**
 * What a run took, out of its own ledger: for an iteration, and until a held-out score was reached. List
 * prices as if no cache had helped (rulings J5), so that two runs can be compared; null = not measured or no price.
 */
import type { FactOf } from '@/lib/domain/ledger-entry';
import type { Spend } from '@/lib/domain/spend';
import type { RunRecord } from '@/lib/report/run-record';

export interface Amounts {
  readonly usd: number | null;
  readonly tokens: number;
  readonly rollouts: number;
  readonly gpuSeconds: number | null;
  /** Learning time, map to apply, without measurements. */
  readonly learningMs: number;
}

type Closed = FactOf<'iteration.closed'>;

export function totalOf(record: RunRecord, closed: readonly Closed[]): Amounts {
  return {
    usd: record.costUsd,
    tokens: record.tokens,
    rollouts: record.rollouts,
    gpuSeconds: closed.at(-1)?.measured.gpuSeconds ?? null,
    learningMs: record.learningWallMs,
  };
}

/** Mean over the iterations, the measurements' share included; null before the first has closed. */
export function perIterationOf(record: RunRecord, closed: readonly Closed[]): Amounts | null {
  const n = record.iterations;
  if (n === 0) return null;
  const { usd, tokens, rollouts, gpuSeconds, learningMs } = totalOf(record, closed);
  return {
    usd: usd === null ? null : usd / n,
    tokens: tokens / n,
    rollouts: rollouts / n,
    gpuSeconds: gpuSeconds === null ? null : gpuSeconds / n,
    learningMs: learningMs / n,
  };
}

/** Until the first measurement of at least `score`; null where it was never reached. */
export function untilScore(record: RunRecord, closed: readonly Closed[], score: number): Amounts | null {
  const point = record.points.find((one) => one.score.mean >= score);
  if (point === undefined) return null;
  const fact = closed.findLast(({ data }) => data.iteration <= point.iteration);
  const spend: Spend | undefined = fact?.data.spend;
  return {
    usd: record.costUsd === null ? null : (spend?.costUsd ?? 0),
    tokens: (spend?.tokensIn ?? 0) + (spend?.tokensOut ?? 0),
    rollouts: spend?.rollouts ?? 0,
    gpuSeconds: fact ? (fact.measured.gpuSeconds ?? null) : null,
    learningMs: point.learningMs,
  };
}
