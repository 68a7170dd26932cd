import type { SweepCellView } from '@/lib/contracts/sweeps';

/** A done cell as the API tells it, for tests of what is drawn of one. */
export function sweepCell(
  id: string,
  more: Partial<SweepCellView>,
  result: Partial<NonNullable<SweepCellView['result']>> = {},
): SweepCellView {
  return {
    ...{ id, position: 0, arm: 'combee', batchSize: 40, seed: 1, status: 'done', reason: null },
    ...{ attempts: [], timeLeftMs: null },
    result: {
      ...{ accuracy: 0.8, seedAccuracy: 0.6, n: 300, missing: 0, lower: 0.75, upper: 0.85 },
      ...{ learningMs: 120_000, totalMs: 200_000, taintedIterations: 0, costUsd: null, tokens: 5000 },
      ...{ rollouts: 10, failures: 0, playbookTokens: 9, bullets: 3, highValueBullets: null },
      ...{ helpfulMarks: null, insightsHeld: null, ...result },
    },
    ...more,
  };
}
