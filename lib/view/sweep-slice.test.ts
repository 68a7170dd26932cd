import { describe, expect, it } from 'vitest';
import type { SweepView } from '@/lib/contracts/sweeps';
import { prepareSweepSlice } from './sweep-slice';
import { SWEEP } from './testing/sweep';

type Cell = SweepView['cells'][number];
const cell = (seed: number, accuracy: number, more: Partial<Cell> = {}): Cell => ({
  ...{ id: `c${seed}`, position: seed, arm: 'combee', batchSize: 40, seed, status: 'done', reason: null },
  ...{ attempts: [], timeLeftMs: null },
  result: {
    ...{ accuracy, seedAccuracy: 0.6, n: 300, lower: accuracy - 0.05, upper: accuracy + 0.05 },
    ...{ learningMs: 120_000, totalMs: 200_000, taintedIterations: 0, costUsd: null, tokens: 5000 },
    ...{ rollouts: 10, failures: 0, playbookTokens: 9, bullets: 3, highValueBullets: null },
    ...{ helpfulMarks: null, insightsHeld: null },
  },
  ...more,
});
const sweep = (...cells: Cell[]): SweepView => ({ ...SWEEP, cells });

describe('a sweep seed by seed', () => {
  it('draws each done cell with its own interval and says where the seeds lie furthest apart', () => {
    const cells = [cell(1, 0.8), cell(2, 0.7), cell(3, 0.9, { status: 'cut' })];
    const chart = prepareSweepSlice(sweep(...cells), 'score');
    expect(chart.series.map(({ name, points }) => [name, points.map(({ y }) => y)])).toEqual([
      ['Combee', [80, 70]],
    ]);
    expect(chart.series[0]?.points[0]?.error?.[0]).toBeCloseTo(5);
    expect(chart.summary).toBe(
      'The seeds lie furthest apart for Combee, batch size 40: 70 to 80. 2 of 3 cells are drawn.',
    );
  });

  it('draws no price that is not known, and says nothing of one seed alone', () => {
    expect(prepareSweepSlice(sweep(cell(1, 0.8)), 'dollars').series).toEqual([]);
    const alone = prepareSweepSlice(sweep(cell(1, 0.8)), 'minutes');
    expect([alone.series[0]?.points[0]?.y, alone.series[0]?.points[0]?.error]).toEqual([2, undefined]);
    expect(alone.summary).toContain('One seed each so far');
  });
});
