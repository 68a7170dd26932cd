/**
 * The verdict about quality, with the truth known: "holds" at the margin itself is an error, 0 losses of 600 hold always,
 * a true loss of 3 points at n = 2,000 fails.
 */
import { seededRng } from '@/lib/random/seeded-rng';
import { keepsQuality } from '@/lib/report/claims/keeps-quality';
import type { BenchRow } from '../bench-row';
import { errorRow, powerRow, RUNS } from './rate-row';
import { simulatedRun } from './simulated-run';

const MARGIN = 0.01;
const MEASUREMENTS = 10;

/** A run that climbs to its score in half of its measurements. */
const climbing = (score: number) =>
  Array.from({ length: MEASUREMENTS + 1 }, (_, at) => 0.6 + (score - 0.6) * Math.min(1, at / 5));

export async function measureKeptQuality(): Promise<readonly BenchRow[]> {
  return [atTheMargin(), withoutLosses(), farBelow()];
}

function pairOf(seed: string, own: number, { n, coins }: { n: number; coins: number }) {
  const run = (part: string, score: number) =>
    simulatedRun({ n, coins, scores: climbing(score) }, seededRng(`${seed}/${part}`));
  return keepsQuality(run('own', own), run('serial', 0.85), MARGIN);
}

function atTheMargin(): BenchRow {
  const name = 'quality holds at a true loss of exactly the margin, n = 600, 10 % noisy answers';
  let held = 0;
  for (let run = 0; run < RUNS; run += 1) {
    if (pairOf(`${name}/${run}`, 0.84, { n: 600, coins: 0.1 })?.answer === 'holds') held += 1;
  }
  return errorRow(name, { errors: held, runs: RUNS, nominal: 0.025 });
}

/** Any number of wins beside no loss, the other prompts of both runs as they come. */
function withoutLosses(): BenchRow {
  const name = 'quality holds with 0 losses of 600';
  let held = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const rng = seededRng(`${name}/${run}`);
    const scored = (right: number) => ({
      exampleIds: Array.from({ length: 600 }, (_, at) => `ex_${at}`),
      scores: Array.from({ length: 600 }, (_, at) => (at < right ? 1 : 0)),
    });
    const prompts = (top: number) =>
      [...Array.from({ length: MEASUREMENTS }, () => rng.nextInt(300, top - 1)), top].map((right, at) => ({
        ...scored(right),
        candidateHash: `prompt-${at}`,
        best: at === MEASUREMENTS,
      }));
    const serial = rng.nextInt(400, 560);
    const own = serial + (run % 2 === 0 ? 0 : rng.nextInt(1, 40));
    if (keepsQuality(prompts(own), prompts(serial), MARGIN)?.answer === 'holds') held += 1;
  }
  return { ...powerRow(name, { shown: held, runs: RUNS, wanted: 1 }), target: 'always', met: held === RUNS };
}

function farBelow(): BenchRow {
  const name = 'quality fails at a true loss of 3 points, n = 2,000, 10 % noisy answers';
  let failed = 0;
  for (let run = 0; run < RUNS; run += 1) {
    if (pairOf(`${name}/${run}`, 0.82, { n: 2000, coins: 0.1 })?.answer === 'fails') failed += 1;
  }
  return powerRow(name, { shown: failed, runs: RUNS, wanted: 0.8 });
}
