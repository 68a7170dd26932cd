import { REPETITIONS_DEFAULT } from '@/lib/domain/serial-diagnosis';
import { decideConvergence } from '@/lib/evaluation/convergence';
import { seededRng } from '@/lib/random/seeded-rng';
import { type CurveSpec, measuredOn, serialRun } from '@/lib/testing/serial-curves';
import type { BenchRow } from '../bench-row';
import { errorRow, RUNS } from './rate-row';

/** The diagnosis of one simulated serial run after repeats up to the default cap. */
export function diagnosed(spec: CurveSpec, seed: string) {
  const curve = measuredOn(serialRun(spec, seededRng(seed)), REPETITIONS_DEFAULT);
  return { verdict: decideConvergence(curve).verdict, repeats: curve.repeats.length };
}

const LENGTHS = [10, 20, 40];
const COINS = [0, 0.02, 0.1];
const HELD_OUT = 300;

/**
 * Searches that still gain 1 to 4.8 points per four measurements, by rare large or frequent small jumps, and
 * restate their score in between: how often the diagnosis says go. Nominal: 5 %. A minute of one core per
 * thousand runs.
 */
export async function measureStalledSearches(): Promise<readonly BenchRow[]> {
  let [hits, repeats] = [0, 0];
  for (let run = 0; run < RUNS; run += 1) {
    const length = LENGTHS[run % LENGTHS.length] ?? 10;
    const coins = COINS[Math.floor(run / LENGTHS.length) % COINS.length] ?? 0;
    const said = diagnosed({ shape: 'stalls', length, coins, heldOut: HELD_OUT }, `honesty/stalls/${run}`);
    if (said.verdict === 'go') hits += 1;
    repeats += said.repeats;
  }
  const note = `${LENGTHS.join(', ')} measurements in turn, ${COINS.map((share) => `${share * 100} %`).join(', ')} noisy answers, n = ${HELD_OUT}; ${(repeats / RUNS).toFixed(1)} repeats a run`;
  return [errorRow('stalled search that still gains: go', { errors: hits, runs: RUNS, nominal: 0.05, note })];
}
