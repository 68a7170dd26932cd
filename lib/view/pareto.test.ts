import { describe, expect, it } from 'vitest';
import type { ParetoPointView, ParetoView } from '@/lib/contracts/pareto';
import { prepareParetoChart } from './pareto-chart';
import { tableOfPareto } from './pareto-table';
import { paretoNames, paretoSentence, shareWords } from './pareto-words';

const MINUTE = 60_000;
const WHOLE = { missing: 0, includesTraining: true };
const point = (key: string, mean: number, minutes: number, more: Partial<ParetoPointView> = {}) =>
  ({
    ...{
      key,
      method: 'ace',
      arm: key,
      batchSize: null,
      isSerial: false,
      label: key,
      runIds: ['run_1', 'run_2'],
    },
    quality: { ...{ mean, lower: mean - 0.03, upper: mean + 0.03, n: 300 }, ...WHOLE },
    delayMs: { mean: minutes * MINUTE, lower: null, upper: null, n: 2 },
    ...{ costUsd: null, confirmation: null, byCost: null, doubt: null, levelTwo: null },
    byDelay: { onFront: true, dominatedBy: null, undecidedAgainst: null },
    difference: null,
    ...more,
  }) satisfies ParetoPointView;

const serial = point('Sequential, batch size 1', 0.85, 50, {
  isSerial: true,
  byDelay: { onFront: true, dominatedBy: null, undecidedAgainst: 'Combee, batch size 20' },
});
const quick = point('Combee, batch size 20', 0.84, 10, {
  difference: { mean: -0.01, lower: -0.04, upper: 0.02, n: 300, verdict: 'undecided' },
});
const poor = point('Naive, batch size 20', 0.7, 20, {
  byDelay: { onFront: false, dominatedBy: 'Combee, batch size 20', undecidedAgainst: null },
  difference: { mean: -0.15, lower: -0.2, upper: -0.1, n: 300, verdict: 'worse' },
});
const VIEW: ParetoView = {
  settings: [
    {
      ...{
        key: 'a',
        taskName: 'Formula',
        splitHash: '0123456789abcdef',
        split: 'heldOut',
        model: 'm',
        runs: 6,
      },
      ...{ hardware: 'this machine', practice: true, timeScale: '20' },
    },
  ],
  setting: 'a',
  points: [serial, quick, poor],
  reference: serial.key,
  published: [],
  pricedAt: ['2026-01-02'],
  counts: { drawn: 6, elsewhere: 0, older: false },
  choices: { experiments: [], tasks: [], methods: [], tags: [] },
};
const CHOICE = { delay: 'learning', published: true } as const;

describe('a front as it is drawn and said', () => {
  it('says what takes less time than serial, in what share of it, and that the difference is undecided', () => {
    const { summary, front, series, level } = prepareParetoChart(VIEW, 'delay', CHOICE);
    expect(summary).toBe(
      '“ACE, Combee, batch size 20” takes a fifth of the time of “ACE, Sequential, batch size 1” (84.0 % against 85.0 %): difference undecided (−1.0 pt, 95 % −4.0 pt to +2.0 pt). 2 of 3 points are on the front; the places of 1 are undecided.',
    );
    expect(front.map(({ x }) => x)).toEqual([10, 50]);
    expect(series.map(({ name, shape }) => [name, shape])).toEqual([
      ['dominated', 'diamond'],
      ['on the front', 'circle'],
    ]);
    expect(level?.y).toBe(85);
  });

  it('draws no number without split, n, hardware, practice and pace', () => {
    expect(prepareParetoChart(VIEW, 'delay', CHOICE).origin).toBe(
      'Formula · held-out n = 300 (split 0123456789) · m · this machine · practice model · delays ÷ 20',
    );
    expect(prepareParetoChart(VIEW, 'cost', CHOICE).origin).toContain('prices of 2026-01-02');
  });

  const said = (points: ParetoView['points'], axis: 'delay' | 'cost' = 'delay') =>
    paretoSentence({ points, reference: serial.key }, axis);

  it('says where every cheaper point is worse, where there is only one point, and where no point has a price', () => {
    const worse = { ...quick, difference: poor.difference ?? null };
    expect(said([serial, worse])).toContain('Every point that takes less time');
    expect(said([serial])).toContain('nothing to compare it with');
    expect(said(VIEW.points, 'cost')).toContain('enter the prices');
  });

  it('decides nothing without an interval, and says better only where the whole interval is above zero', () => {
    const bare = { mean: 0.02, lower: null, upper: null, n: 1, verdict: 'undecided' } as const;
    expect(said([serial, { ...quick, difference: bare }])).toContain('without an interval');
    const better = { mean: 0.05, lower: 0.02, upper: 0.08, n: 300, verdict: 'better' } as const;
    expect(said([serial, { ...quick, difference: better }])).toContain('it is better (+5.0 pt');
  });

  it('keeps an interval of two runs on the log axis', () => {
    const delayMs = { mean: 10 * MINUTE, lower: -50 * MINUTE, upper: 70 * MINUTE, n: 2 };
    const chart = prepareParetoChart({ ...VIEW, points: [{ ...quick, delayMs }] }, 'delay', CHOICE);
    const [left, right] = chart.series[0]?.points[0]?.errorX ?? [];
    expect(10 - (left ?? 10)).toBeGreaterThan(0);
    expect(right).toBe(20);
  });

  it('names in its table what dominates a point, and marks what was published', () => {
    const published: ParetoView['published'] = [
      {
        ...{
          method: 'GEPA',
          model: 'X',
          arm: 'Combee',
          batchSize: 84,
          source: 'Fig. 4',
          confidence: 'digitised',
        },
        ...{ dataset: 'Formula', sameDataset: true, note: null, accuracy: 0.845, trainSeconds: 334 },
        ...{ playbookTokens: null, entries: null, costUsd: null },
      },
    ];
    const view = { ...VIEW, published };
    const chart = prepareParetoChart(view, 'delay', CHOICE);
    const table = tableOfPareto(view, 'delay', chart);
    expect(table.rows.map((row) => row.slice(0, 4))).toEqual([
      ['ACE, Sequential, batch size 1', 'on the front', null, 'ACE, Combee, batch size 20'],
      ['ACE, Combee, batch size 20', 'on the front', null, null],
      ['ACE, Naive, batch size 20', 'dominated', 'ACE, Combee, batch size 20', null],
      ['Published: GEPA, X, Combee, batch size 84', 'published, other hardware', null, null],
    ]);
    expect(table.rows.every((row) => row.length === table.columns.length)).toBe(true);
    // Published times are of training alone, so they stand beside no other time.
    expect(prepareParetoChart(view, 'delay', { ...CHOICE, delay: 'total' }).published).toEqual([]);
  });

  it('says with a practice point what level 2 counted', () => {
    const practised = { ...quick, levelTwo: 'items' } as const;
    const names = paretoNames([serial, practised]);
    expect(names.get(practised.key)).toMatch(/, practice model: level 2 counts items$/);
    expect(names.get(serial.key)).not.toMatch(/level 2/);
  });

  it('calls a share by its word where it is near one', () => {
    expect([0.5, 0.2, 0.37, 0.001].map(shareWords)).toEqual(['half', 'a fifth', '37 %', 'less than 1 %']);
  });
});
