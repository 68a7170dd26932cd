/**
 * Arms side by side: how much of the serial arm's held-out gain each one keeps. Gains are paired by example within a
 * run (last prompt minus original prompt), so the examples' own difficulty drops out. A time never stands without the
 * price of a point beside it (R-174).
 */
import { invariant } from '@/lib/errors/invariant';
import { knownScores } from '@/lib/stats/known-scores';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { meanByExample, pairedGain } from '@/lib/stats/paired-scores';
import type { ScoredExamples } from '@/lib/stats/scored-examples';
import { type CostPerPoint, costPerPoint } from './cost-per-point';

/** One finished run of an arm. */
export interface ArmRun {
  readonly runId: string;
  readonly seed: number;
  readonly original: ScoredExamples;
  readonly final: ScoredExamples;
  /** Bullets of the last candidate. */
  readonly bullets: number;
  readonly learningMs: number;
  /** List price of its calls; null = not known. */
  readonly costUsd: number | null;
}

export interface Arm {
  readonly name: string;
  /** Null where the controller chose. */
  readonly batchSize: number | null;
  readonly runs: readonly ArmRun[];
  readonly practice: boolean;
}

export interface ArmRow {
  readonly name: string;
  readonly batchSize: number | null;
  readonly seeds: number;
  /** Held-out examples a run. */
  readonly n: number;
  readonly originalMean: number;
  readonly finalMean: number;
  readonly gain: number;
  /** One paired gain a seed, in the order of the runs. */
  readonly gains: readonly PairedDifference[];
  /** Gain / gain of the sequential arm; null when that is not among them or gained nothing. */
  readonly kept: number | null;
  readonly bullets: number;
  readonly learningMs: number;
  /** What a point cost: mean dollars of a run over the gain of each example's mean over the seeds. */
  readonly pointPrice: CostPerPoint;
  readonly practice: boolean;
}

/** The reference is the sequential arm. A share of any other arm's gain would be read as one of the serial gain. */
export function armTable(arms: readonly Arm[]): ArmRow[] {
  const rows = arms.map(rowOf);
  const reference = rows.find((row) => row.batchSize === 1)?.gain ?? 0;
  return rows.map((row) => ({ ...row, kept: reference > 0 ? row.gain / reference : null }));
}

function rowOf(arm: Arm): ArmRow {
  invariant(arm.runs.length > 0, `The arm "${arm.name}" has no finished run.`);
  const gains = arm.runs.map((run) => pairedGain(run.original, run.final));
  return {
    name: arm.name,
    batchSize: arm.batchSize,
    seeds: arm.runs.length,
    n: gains[0]?.n ?? 0,
    originalMean: average(arm.runs.map((run) => average(knownScores(run.original.scores)))),
    finalMean: average(arm.runs.map((run) => average(knownScores(run.final.scores)))),
    gain: average(gains.map((gain) => gain.mean)),
    gains,
    kept: null,
    bullets: average(arm.runs.map((run) => run.bullets)),
    learningMs: average(arm.runs.map((run) => run.learningMs)),
    pointPrice: pointPriceOf(arm.runs),
    practice: arm.practice,
  };
}

function pointPriceOf(runs: readonly ArmRun[]): CostPerPoint {
  const costs = runs.flatMap(({ costUsd }) => costUsd ?? []);
  const usd = costs.length < runs.length ? null : average(costs);
  const before = meanByExample(runs.map(({ original }) => original));
  const after = meanByExample(runs.map(({ final }) => final));
  return costPerPoint(usd, pairedGain(before, after));
}

const average = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
