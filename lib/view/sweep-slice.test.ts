import { describe, expect, it } from 'vitest';
import type { SweepView } from '@/lib/contracts/sweeps';
import { tableOfPoints } from './data-table';
import { prepareSweepSlice, SLICE_FACTORS, type SliceChoice } from './sweep-slice';
import { SWEEP } from './testing/sweep';

type Cell = SweepView['cells'][number];
const cell = (seed: number, accuracy: number, more: Partial<Cell> = {}): Cell => ({
  ...{ id: `c${seed}`, position: seed, arm: 'combee', batchSize: 40, seed, status: 'done', reason: null },
  ...{ attempts: [], timeLeftMs: null },
  result: {
    ...{ accuracy, seedAccuracy: 0.6, n: 300, missing: 0, lower: accuracy - 0.05, upper: accuracy + 0.05 },
    ...{ learningMs: 120_000, totalMs: 200_000, taintedIterations: 0, costUsd: null, tokens: 5000 },
    ...{ rollouts: 10, failures: 0, playbookTokens: 9, bullets: 3, highValueBullets: null },
    ...{ helpfulMarks: null, insightsHeld: null },
  },
  ...more,
});
const choice = (more: Partial<SliceChoice> = {}): SliceChoice => ({
  ...{ result: 'score', along: 'batchSize', by: 'arm' },
  ...more,
});
const sweep = (...cells: Cell[]): SweepView => ({ ...SWEEP, cells });

describe('a sweep seed by seed', () => {
  it('draws each done cell with its own interval and says where the seeds lie furthest apart', () => {
    const cells = [cell(1, 0.8), cell(2, 0.7), cell(3, 0.9, { status: 'cut' })];
    const chart = prepareSweepSlice(sweep(...cells), choice());
    expect(chart.series.map(({ name, points }) => [name, points.map(({ y }) => y)])).toEqual([
      ['Combee', [80, 70]],
    ]);
    expect(chart.series[0]?.points[0]?.error?.[0]).toBeCloseTo(5);
    expect(chart.summary).toBe(
      'The seeds lie furthest apart for batch size 40, Combee: 70 to 80 %. 2 of 3 cells are drawn.',
    );
  });

  it('draws no price that is not known, and says nothing of one seed alone', () => {
    expect(prepareSweepSlice(sweep(cell(1, 0.8)), choice({ result: 'dollars' })).series).toEqual([]);
    const alone = prepareSweepSlice(sweep(cell(1, 0.8)), choice({ result: 'minutes' }));
    expect([alone.series[0]?.points[0]?.y, alone.series[0]?.points[0]?.error]).toEqual([2, undefined]);
    expect(alone.summary).toContain('One seed each so far');
  });

  it('goes along any factor with a series for each value of another, and asks so in its title', () => {
    const cells = [
      cell(1, 0.8),
      cell(2, 0.7, { id: 'n2', arm: 'naive' }),
      cell(1, 0.6, { id: 'n1', arm: 'naive', batchSize: 10 }),
      cell(1, 0.5, { id: 'o', arm: 'noLearning', batchSize: null }),
    ];
    const chart = prepareSweepSlice(sweep(...cells), choice({ along: 'arm', by: 'batchSize' }));
    expect(chart.question).toBe('How does the held-out score change with the arm, batch size by batch size?');
    expect(chart.namedTicks?.map(({ name }) => name)).toEqual(['No learning', 'Naive', 'Combee']);
    expect(chart.series.map(({ name, points }) => [name, points.length])).toEqual([
      ['no batch size', 1],
      ['batch size 10', 1],
      ['batch size 40', 2],
    ]);
    expect(chart.summary).toBe(
      'Means: batch size 40 from 70 % (Naive) to 80 % (Combee). One seed each so far: nothing can be said of their agreement. 4 of 4 cells are drawn.',
    );
    const looks = chart.series.map(({ colour, shape }) => `${colour} ${shape}`);
    expect(new Set(looks).size).toBe(3);
    expect(tableOfPoints(chart, 'score').rows.map((row) => row[2])).toContain('Naive');
  });

  it('answers with the mean of each series at its first and last place, and says what has no place', () => {
    const cells = [
      ...[cell(1, 0.8), cell(2, 0.7), cell(1, 0.9, { id: 'c1s', batchSize: 10 })],
      cell(1, 0.5, { id: 'o', arm: 'noLearning', batchSize: null }),
    ];
    expect(prepareSweepSlice(sweep(...cells), choice()).summary).toBe(
      'Means: Combee from 90 % (batch size 10) to 75 % (batch size 40). The seeds lie furthest apart for batch size 40, Combee: 70 to 80 %. 3 of 4 cells are drawn; 1 without a batch size is left out.',
    );
  });

  it('never names one factor twice, whatever an address says', () => {
    for (const factor of SLICE_FACTORS) {
      const { question } = prepareSweepSlice(sweep(cell(1, 0.8)), choice({ along: factor, by: factor }));
      const [, along, by] = /change with the (.+), (.+) by /u.exec(question) ?? [];
      expect(along).not.toBe(by);
    }
  });
});
