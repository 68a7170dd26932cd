/**
 * How often a sweep shows a difference where none exists: sweeps whose arms all have the same true score,
 * through the code that gives every page, file and API field of a sweep its figures. A sweep errs if it calls
 * any pair better or worse, or any point dominated.
 *
 * Three cells: one seed without training randomness, three seeds with training errors of 2 points, and three
 * seeds of which one arm scatters three times as much. Answers are noisy in 30 % of the examples. Seeds are
 * fixed, so the figures are reproducible.
 */

import type { CellResult, SweepArm } from '@/lib/domain/sweep';
import { type Rng, seededRng } from '@/lib/random/seeded-rng';
import { type AnsweredCell, sweepFigure } from '@/lib/report/sweep-figure';
import { clopperPearsonInterval } from '@/lib/stats/binomial';
import type { BenchRow } from '../bench-row';

/** Per cell; about three minutes of one core for all. */
const SWEEPS = 3000;
const HELD_OUT = 300;
const SIZES = [20, 80] as const;
const ARMS = ['naive', 'topK', 'summary', 'combee'] as const satisfies readonly SweepArm[];
/** One-sided tail of the exact 99 % interval. */
const TAIL = 0.005;
const NOMINAL = 0.05;

/**
 * Shares of the examples: always right, right depending on training, right at random; the rest are never
 * right.
 */
const EASY = 0.42;
const LEARNABLE = 0.2;
const COINS = 0.3;

interface Cell {
  readonly name: string;
  readonly seeds: readonly number[];
  /** Standard deviation of the true score over seeds, and the factor for the first arm. */
  readonly training: number;
  readonly firstTimes: number;
}

const CELLS: readonly Cell[] = [
  { name: '1 seed, no training randomness', seeds: [1], training: 0, firstTimes: 1 },
  { name: '3 seeds, training errors of 2 points', seeds: [1, 2, 3], training: 0.02, firstTimes: 1 },
  { name: '3 seeds, one arm of 6 points, others of 2', seeds: [1, 2, 3], training: 0.02, firstTimes: 3 },
];

export async function measureNullSweeps(): Promise<readonly BenchRow[]> {
  return CELLS.map((cell) => {
    let shown = 0;
    for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
      if (showsDifference(nullSweep(cell, seededRng(`null-sweep/${cell.name}/${sweep}`)))) shown += 1;
    }
    return rowOf(cell, shown, SWEEPS);
  });
}

function rowOf({ name }: Cell, shown: number, sweeps: number): BenchRow {
  const bounds = clopperPearsonInterval(shown, sweeps, TAIL) ?? { lower: 0, upper: 1 };
  return {
    name: `null sweep with a false difference: ${name}`,
    ...{ value: (100 * shown) / sweeps, unit: '%', target: `lower 99 % bound ≤ ${100 * NOMINAL} %` },
    met: bounds.lower <= NOMINAL,
    note: `${shown} of ${sweeps} sweeps of 10 arms and sizes, n = ${HELD_OUT}; exact 99 % ${percent(bounds.lower)} to ${percent(bounds.upper)}`,
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function showsDifference(cells: readonly AnsweredCell[]): boolean {
  const { rows, differences } = sweepFigure(cells);
  return (
    differences.some(({ verdict }) => verdict !== 'undecided') ||
    rows.some(({ byLearning, byTotal }) => [byLearning, byTotal].some((standing) => standing?.dominatedBy))
  );
}

function nullSweep({ seeds, training, firstTimes }: Cell, rng: Rng): readonly AnsweredCell[] {
  const kinds = Float64Array.from({ length: HELD_OUT }, () => rng.nextFloat());
  const exampleIds = [...kinds].map((_, at) => `ex_${at}`);
  const sized = ARMS.flatMap((arm) => SIZES.map((batchSize) => ({ arm, batchSize })));
  const groups = [
    { arm: 'noLearning' as const, batchSize: null },
    { arm: 'sequential' as const, batchSize: 1 },
    ...sized,
  ];
  return groups.flatMap(({ arm, batchSize }, at) => {
    const spread = arm === 'noLearning' ? 0 : at === groups.length - 1 ? training * firstTimes : training;
    const own = arm === 'noLearning' ? seeds.slice(0, 1) : seeds;
    return own.map((seed) => {
      const learned = 0.5 + (spread / LEARNABLE) * normal(rng);
      const scores = Array.from(kinds, (kind) => (rng.nextFloat() < chanceOf(kind, learned) ? 1 : 0));
      const learningMs = 1000 * (1 + rng.nextFloat());
      return { arm, batchSize, seed, result: { ...RESULT, exampleIds, scores, learningMs } };
    });
  });
}

function chanceOf(kind: number, learned: number): number {
  if (kind < EASY) return 1;
  if (kind < EASY + LEARNABLE) return learned;
  return kind < EASY + LEARNABLE + COINS ? 0.5 : 0;
}

function normal(rng: Rng): number {
  const radius = Math.sqrt(-2 * Math.log(1 - rng.nextFloat()));
  return radius * Math.cos(2 * Math.PI * rng.nextFloat());
}

const RESULT: CellResult = {
  ...{ exampleIds: [], scores: [], seedMean: null, learningMs: 1000, totalMs: 2000, taintedIterations: 0 },
  ...{ iterations: 1, costUsd: null, tokens: 0, calls: 0, rollouts: 0, evaluationRollouts: 0, failures: 0 },
  ...{ playbookTokens: 0, bullets: 0 },
};
