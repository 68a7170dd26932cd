/** Arms of simulated sweeps and points of fronts: does each place that judges a difference say what its interval says? */
import { gainAnswer } from '@/lib/domain/claim-answer';
import type { CellResult, SweepArm } from '@/lib/domain/sweep';
import { seededRng } from '@/lib/random/seeded-rng';
import { paretoOf } from '@/lib/report/pareto';
import { type AnsweredCell, type SweepDifference, sweepFigure } from '@/lib/report/sweep-figure';
import type { PairDifference, PairVerdict } from '@/lib/stats/all-pairs';
import { knownScores } from '@/lib/stats/known-scores';
import { measure } from '@/lib/stats/mean-interval';
import { armOf } from '@/server/services/sweeps/export-sweep';
import { simulatedRun } from './simulated-run';
import type { SaidPair } from './verdict-claims';

/** True scores of Combee beside a naive arm of 0.7. */
const SCORES = [0.5, 0.65, 0.7, 0.75, 0.9];
const SEEDS = [1, 2, 3];
const HELD_OUT = 300;
const BATCH_SIZE = 20;
const SAID = { holds: 'better', fails: 'worse', undecided: 'undecided' } as const;

export function armVerdicts(): readonly SaidPair[] {
  return SCORES.flatMap((score) => [...sweepPairs(score), ...frontPairs(score)]);
}

function sweepPairs(score: number): readonly SaidPair[] {
  const figure = sweepFigure([...cellsOf('naive', 0.7), ...cellsOf('combee', score)]);
  const against = figure.differences.find(({ reference, arm }) => reference === 'naive' && arm === 'combee');
  if (against === undefined) return [];
  const csv = armOf({ arm: 'combee', batchSize: BATCH_SIZE }, viewOf(figure));
  return [
    pairOf('arms, sweep: field', score, against, against.verdict),
    pairOf('arms, sweep: CSV', score, against, csv.minusNaiveVerdict),
  ];
}

const viewOf = ({ rows, differences }: ReturnType<typeof sweepFigure>) =>
  ({ rows, differences }) as unknown as Parameters<typeof armOf>[1] & {
    readonly differences: readonly SweepDifference[];
  };

function frontPairs(score: number): readonly SaidPair[] {
  const runs = [
    { arm: 'naive', score: 0.7 },
    { arm: 'combee', score },
  ].map(({ arm, score: truth }) => {
    const scored = measured(arm, truth, 1);
    return {
      ...{ id: arm, label: arm, method: 'ace', arm, batchSize: BATCH_SIZE, isSerial: arm === 'naive' },
      quality: measure(knownScores(scored.scores)),
      scored: { ...scored, choices: 1 },
      ...{ delayMs: 1000, costUsd: 1, confirmation: null },
    };
  });
  return paretoOf(runs, 'run').points.flatMap(({ difference }) =>
    difference === null ? [] : [pairOf('arms, front: field', score, difference, difference.verdict)],
  );
}

function pairOf(
  producer: string,
  score: number,
  interval: PairDifference,
  said: PairVerdict | null,
): SaidPair {
  return { producer, run: `arm of ${score}`, agrees: said === SAID[gainAnswer(interval)] };
}

const cellsOf = (arm: SweepArm, score: number): readonly AnsweredCell[] =>
  SEEDS.map((seed) => ({
    ...{ arm, seed, batchSize: BATCH_SIZE },
    result: { ...RESULT, ...measured(arm, score, seed) },
  }));

function measured(arm: string, score: number, seed: number) {
  const rng = seededRng(`verdicts/arms/${arm}/${score}/${seed}`);
  const [point] = simulatedRun({ n: HELD_OUT, coins: 0.1, scores: [score] }, rng);
  return { exampleIds: point?.exampleIds ?? [], scores: point?.scores ?? [] };
}

const RESULT: CellResult = {
  ...{ exampleIds: [], scores: [], seedMean: null, learningMs: 1000, totalMs: 2000, taintedIterations: 0 },
  ...{ iterations: 1, costUsd: null, tokens: 0, calls: 0, rollouts: 0, evaluationRollouts: 0, failures: 0 },
  ...{ playbookTokens: 0, bullets: 0 },
};
