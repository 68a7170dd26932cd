import { REPETITIONS_DEFAULT } from '@/lib/domain/serial-diagnosis';
import { decideConvergence } from '@/lib/evaluation/convergence';
import { seededRng } from '@/lib/random/seeded-rng';
import { clopperPearsonInterval } from '@/lib/stats/binomial';
import { type CurveSpec, measuredOn, serialRun } from '@/lib/testing/serial-curves';

/** A share of registered runs with the interval that it is judged by. */
export interface RateRow {
  readonly name: string;
  /** Shares of 1. */
  readonly rate: number;
  readonly runs: number;
  /** Clopper-Pearson, 99 % two-sided. */
  readonly lower: number;
  readonly upper: number;
  readonly note: string;
}

const TAIL = 0.005;

export function rateRow(counted: {
  readonly name: string;
  readonly hits: number;
  readonly runs: number;
  readonly note: string;
}): RateRow {
  const { name, hits, runs, note } = counted;
  const interval = clopperPearsonInterval(hits, runs, TAIL);
  return { name, runs, note, rate: hits / runs, lower: interval?.lower ?? 0, upper: interval?.upper ?? 1 };
}

/** What the diagnosis of one simulated serial run ends with, when it has measured on by the default cap. */
export function diagnosed(spec: CurveSpec, seed: string) {
  const curve = measuredOn(serialRun(spec, seededRng(seed)), REPETITIONS_DEFAULT);
  return { verdict: decideConvergence(curve).verdict, repeats: curve.repeats.length };
}

const LENGTHS = [10, 20, 40];
const COINS = [0, 0.02, 0.1];
const HELD_OUT = 300;

/**
 * Searches that still gain 1 to 4.8 points per four measurements, by rare large or frequent small jumps, and restate
 * their score in between: how often their diagnosis says go. Nominal: 5 %. A minute a thousand runs of one core.
 */
export function stalledSearch(runs: number): RateRow {
  let [hits, repeats] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const length = LENGTHS[run % LENGTHS.length] ?? 10;
    const coins = COINS[Math.floor(run / LENGTHS.length) % COINS.length] ?? 0;
    const said = diagnosed({ shape: 'stalls', length, coins, heldOut: HELD_OUT }, `honesty/stalls/${run}`);
    if (said.verdict === 'go') hits += 1;
    repeats += said.repeats;
  }
  const note = `${LENGTHS.join(', ')} measurements in turn, ${COINS.map((share) => `${share * 100} %`).join(', ')} noisy answers, n = ${HELD_OUT}; ${(repeats / runs).toFixed(1)} repeats a run`;
  return rateRow({ name: 'stalled search that still gains: go', hits, runs, note });
}
