/**
 * What a run reports of its best prompt, through the code that every page takes it from: how often an interval lies above
 * zero where no prompt is better, how far the point is off on average, and how often a true gain is shown.
 */
import { seededRng } from '@/lib/random/seeded-rng';
import { runGain } from '@/lib/report/claims/run-gain';
import { costPerPoint } from '@/lib/report/cost-per-point';
import { mean, sampleDeviation } from '@/lib/stats/summary';
import type { BenchRow } from '../bench-row';
import { errorRow, powerRow, RUNS } from './rate-row';
import { simulatedRun } from './simulated-run';

const COINS = 0.3;
const SCORE = 0.7;
/** Largest mean error of a headline, in points. */
const BIAS_MAX = 0.2;
/** 99.5 % point of the normal distribution. */
const Z_99 = 2.576;

export async function measureReportedGains(): Promise<readonly BenchRow[]> {
  return [...nullRows(10), ...nullRows(40), gainRow()];
}

function nullRows(measurements: number): readonly BenchRow[] {
  const name = `no prompt is better, ${measurements} measurements, n = 300, 30 % noisy answers`;
  const points: number[] = [];
  let [above, priced] = [0, 0];
  for (let run = 0; run < RUNS; run += 1) {
    const scores = Array.from({ length: measurements + 1 }, () => SCORE);
    const gain = runGain(simulatedRun({ n: 300, coins: COINS, scores }, seededRng(`${name}/${run}`)));
    if (gain === null) continue;
    points.push(100 * gain.mean);
    if ((gain.lower ?? 0) > 0) above += 1;
    if (costPerPoint(10, gain).kind === 'measured') priced += 1;
  }
  return [
    errorRow(`interval above zero: ${name}`, { errors: above, runs: RUNS, nominal: 0.025 }),
    errorRow(`a price of a point: ${name}`, { errors: priced, runs: RUNS, nominal: 0.025 }),
    biasRow(`mean of the headline: ${name}`, points),
  ];
}

function biasRow(name: string, points: readonly number[]): BenchRow {
  const bias = mean(points) ?? 0;
  const error = (Z_99 * (sampleDeviation(points) ?? 0)) / Math.sqrt(points.length);
  return {
    name,
    ...{ value: bias, unit: 'points', target: `within ± ${BIAS_MAX}` },
    met: Math.abs(bias) - error <= BIAS_MAX,
    note: `${points.length} runs; 99 % ± ${error.toFixed(2)} points`,
  };
}

function gainRow(): BenchRow {
  const name = 'a true gain of 8 points is above zero, 10 measurements, n = 600, 30 % noisy answers';
  let shown = 0;
  for (let run = 0; run < RUNS; run += 1) {
    // Learned by half of the measurements, as a run does.
    const scores = Array.from({ length: 11 }, (_, at) => SCORE + 0.08 * Math.min(1, at / 5));
    const gain = runGain(simulatedRun({ n: 600, coins: COINS, scores }, seededRng(`${name}/${run}`)));
    if ((gain?.lower ?? 0) > 0) shown += 1;
  }
  return powerRow(name, { shown, runs: RUNS, wanted: 0.8 });
}
