import { describe, expect, it } from 'vitest';
import type { SweepView } from '@/lib/contracts/sweeps';
import { logTicks } from './point-chart';
import { FRESH_SWEEP, prepareSweepDraft } from './sweep-draft';
import { prepareSweepFigure } from './sweep-figure';
import { describeProgress, spentLines } from './sweep-progress';
import { sweepOrigin } from './sweep-series';

const over = (mean: number, lower: number | null = null, upper: number | null = null) => ({
  mean,
  lower,
  upper,
  n: 3,
});

type Row = SweepView['figure']['rows'][number];
function row(arm: Row['arm'], batchSize: number | null, accuracy: Row['accuracy'], seconds: number): Row {
  return {
    ...{ arm, batchSize, accuracy, seeds: [1, 2, 3], examples: 300 },
    learningMs: over(seconds * 1000),
    totalMs: over(seconds * 2000),
    playbookTokens: over(900),
    bullets: over(30),
    ...{ costUsd: 0.1, tokens: 1e6, failures: 0, onFront: true },
  };
}

const difference = { mean: -0.02, lower: -0.05, upper: 0.01, n: 300 };

const SWEEP: SweepView = {
  ...{ id: 'swp_1', name: 'Sweep', experimentId: 'exp_1', experimentName: 'Formula' },
  ...{ status: 'running', statusReason: null, practice: true, createdBy: 'a', timeLeftMs: 60_000 },
  ...{ createdAt: '2026-11-21T10:00:00Z', endedAt: null, cells: [] },
  settings: {
    ...{ arms: ['naive', 'combee'], sizes: [10, 40], seeds: [1, 2, 3], concurrent: 2 },
    budget: { usd: 5, tokens: null, rollouts: null, wallMs: null },
  },
  counts: { cells: 12, done: 4, going: 2, waiting: 6, lost: 0, notStarted: 0 },
  estimate: {
    ...{ cells: 12, rollouts: 3000, evaluationRollouts: 9000, calls: 20_000, tokens: 1e7, usd: 4 },
    ...{ learningMs: 1e6, totalMs: 2e6, wallMs: 1e6, basisRuns: 0, isPriced: true, lanes: 64, refusal: null },
  },
  spent: {
    charged: { usd: 1, tokens: 100, rollouts: 10 },
    held: { usd: 2, tokens: 100, rollouts: 10 },
    wallMs: 30_000,
  },
  figure: {
    rows: [
      row('noLearning', null, over(0.64), 1),
      row('naive', 10, over(0.8, 0.7, 0.9), 20),
      row('naive', 40, over(0.7), 30),
      row('combee', 40, over(0.78), 10),
    ],
    differences: [
      {
        ...{ reference: 'naive', arm: 'combee', batchSize: 40, seeds: [1, 2, 3] },
        overExamples: difference,
        overSeeds: difference,
      },
    ],
    published: [
      {
        ...{ method: 'GEPA', model: 'm', arm: 'Combee', batchSize: 84, accuracy: 0.845, trainSeconds: 334 },
        ...{ playbookTokens: null, entries: null, costUsd: null, source: 'Fig. 4', confidence: 'digitised' },
        ...{ dataset: 'Formula', sameDataset: true, note: null },
      },
    ],
  },
  origin: {
    ...{ split: 'heldOut', heldOutExamples: 300, hardware: 'this machine', lanes: 64, method: 'ace' },
    ...{ datasetName: 'Formula', timeScale: '20' },
  },
};

describe('the figure of a sweep as it is drawn', () => {
  it('draws no number without its split, n, hardware, time-scale and lanes', () => {
    const origin =
      'Formula · held-out n = 300 · this machine · practice model · delays ÷ 20 · 64 lanes · 3 seeds';
    expect(sweepOrigin(SWEEP)).toBe(origin);
    const figure = prepareSweepFigure(SWEEP, { delay: 'learning', published: true });
    expect(Object.values(figure).map((chart) => chart.origin)).toEqual([origin, origin, origin]);
    expect(figure.delay.series[0]?.points[0]?.label).toContain('95 % 70.0–90.0 %, 3 seeds, n = 300');
    expect(figure.delay.series[0]?.points[1]?.label).toContain('no interval');
  });

  it('has a front of what nothing else beats, and says what Combee lost as well as what it gained', () => {
    const { delay, quality } = prepareSweepFigure(SWEEP, { delay: 'learning', published: false });
    expect(delay.front.map(({ title }) => title)).toEqual(['Combee, batch size 40', 'Naive, batch size 10']);
    expect(quality.summary).toContain('−2.0 at 40');
    expect(quality.level).toEqual({ y: 64, name: 'no learning' });
  });

  it('marks published values as other hardware, and leaves them out when they are switched off', () => {
    const on = prepareSweepFigure(SWEEP, { delay: 'total', published: true });
    expect(on.quality.published[0]?.label).toContain('published, other hardware');
    expect(on.delay.xTicks.at(-1)).toBeGreaterThanOrEqual(334);
    const off = prepareSweepFigure(SWEEP, { delay: 'total', published: false });
    expect([off.quality.published, off.delay.published, off.playbook.published]).toEqual([[], [], []]);
    expect(off.delay.xTicks.at(-1)).toBeLessThan(334);
  });

  it('keeps every value between the first and the last tick of a log axis', () => {
    for (const values of [[3], [0.4, 900], [10, 20, 40, 80], [1, 100_000]]) {
      const ticks = logTicks(values);
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(...values));
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
      expect(ticks.length).toBeLessThanOrEqual(8);
    }
  });
});

describe('a sweep in words', () => {
  it('says how far it is, and what is used, held and left of each cap', () => {
    expect(describeProgress(SWEEP)).toBe(
      '4 of 12 cells done, 2 going, 6 waiting, at most 2 runs at once. About 1 min left.',
    );
    expect(spentLines(SWEEP)[0]?.value).toBe(
      '$1.00 used by ended runs · at most $2.00 held for those that go · $2.00 of $5.00 left · expected $4.00',
    );
  });
});

describe('the form of a sweep', () => {
  it('makes a request of what is typed, and counts its cells', () => {
    const draft = { ...FRESH_SWEEP, minutes: '2', tokens: '500' };
    const { request, cells, faults } = prepareSweepDraft('exp_1', draft);
    expect(faults).toEqual({});
    expect(cells).toBe(5 * 4 * 3 + 3 + 1);
    expect(request?.budget).toEqual({ usd: null, tokens: 500, rollouts: null, wallMs: 120_000 });
  });

  it('says at the field what cannot be read', () => {
    const { request, faults } = prepareSweepDraft('exp_1', {
      ...FRESH_SWEEP,
      sizes: '10, x',
      seeds: '',
      arms: [],
    });
    expect(request).toBeNull();
    expect(Object.keys(faults).sort()).toEqual(['arms', 'seeds', 'sizes']);
    const unsized = prepareSweepDraft('exp_1', { ...FRESH_SWEEP, sizes: '', arms: ['sequential'] });
    expect([unsized.request?.arms, unsized.cells]).toEqual([['sequential'], 3]);
  });
});
