/**
 * Arms side by side: how much of the serial arm's held-out gain each one keeps. Gains are paired by example within a
 * run (last prompt minus original prompt), so the examples' own difficulty drops out. A time is never shown without the
 * price of a point next to it (R-174).
 */
import { invariant } from '@/lib/errors/invariant';
import { type PairDifference, verdictOf } from '@/lib/stats/all-pairs';
import { knownScores } from '@/lib/stats/known-scores';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { pairedGain } from '@/lib/stats/paired-scores';
import type { ScoredExamples } from '@/lib/stats/scored-examples';
import { type ArmScore, type ComparedArms, compareSeededArms } from './compared-arms';
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
  /** The last prompts over examples and seeds. */
  readonly final: ArmScore;
  /** Mean of the seeds' gains, and the same with its interval over examples and seeds. */
  readonly gain: number;
  readonly armGain: PairDifference;
  /** The last prompts against those of the first arm, held together over all pairs of arms; null for the first. */
  readonly difference: PairDifference | null;
  /** One paired gain a seed, in the order of the runs. */
  readonly gains: readonly PairedDifference[];
  /** Gain / gain of the sequential arm; null when that is not among them or gained nothing. */
  readonly kept: number | null;
  readonly bullets: number;
  readonly learningMs: number;
  /** Price of a point: mean dollars of a run, divided by the gain of each example's mean over the seeds. */
  readonly pointPrice: CostPerPoint;
  readonly practice: boolean;
}

/** The reference is the sequential arm. A share of any other arm's gain would be read as one of the serial gain. */
export function armTable(arms: readonly Arm[]): ArmRow[] {
  const compared = compareSeededArms(
    arms.map(({ runs }) => ({ seeds: runs.map(({ final }) => final), isTrained: true })),
  );
  const rows = arms.map((arm, place) => rowOf(arm, place, compared));
  const reference = rows.find((row) => row.batchSize === 1)?.gain ?? 0;
  return rows.map((row) => ({ ...row, kept: reference > 0 ? row.gain / reference : null }));
}

function rowOf(arm: Arm, place: number, compared: ComparedArms): ArmRow {
  invariant(arm.runs.length > 0, `The arm "${arm.name}" has no finished run.`);
  const gains = arm.runs.map((run) => pairedGain(run.original, run.final));
  const final = compared.scores[place];
  invariant(final !== undefined, 'Each arm has a score.');
  const [only, ...others] = gains;
  const armGain =
    only && others.length === 0
      ? { ...only, verdict: verdictOf(only) }
      : compared.gainOver(
          arm.runs.map(({ original }) => original),
          place,
        );
  return {
    name: arm.name,
    batchSize: arm.batchSize,
    seeds: arm.runs.length,
    n: gains[0]?.n ?? 0,
    originalMean: average(arm.runs.map((run) => average(knownScores(run.original.scores)))),
    finalMean: average(arm.runs.map((run) => average(knownScores(run.final.scores)))),
    final,
    gain: average(gains.map((gain) => gain.mean)),
    armGain,
    difference: place === 0 ? null : compared.between(0, place),
    gains,
    kept: null,
    bullets: average(arm.runs.map((run) => run.bullets)),
    learningMs: average(arm.runs.map((run) => run.learningMs)),
    pointPrice: pointPriceOf(arm.runs, armGain),
    practice: arm.practice,
  };
}

function pointPriceOf(runs: readonly ArmRun[], gain: PairDifference): CostPerPoint {
  const costs = runs.flatMap(({ costUsd }) => costUsd ?? []);
  return costPerPoint(costs.length < runs.length ? null : average(costs), gain);
}

const average = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
