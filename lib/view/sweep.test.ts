import { describe, expect, it } from 'vitest';
import type { SweepView } from '@/lib/contracts/sweeps';
import { logTicks } from './point-chart';
import { FRESH_SWEEP, prepareSweepDraft } from './sweep-draft';
import { prepareSweepFigure } from './sweep-figure';
import { prepareBullets, prepareWorth } from './sweep-playbooks';
import { describeProgress, spentLines } from './sweep-progress';
import { sweepOrigin } from './sweep-series';
import { SWEEP } from './testing/sweep';

describe('the figure of a sweep as it is drawn', () => {
  it('draws no number without its split, n, hardware, time-scale and lanes', () => {
    const origin =
      'Formula · held-out n = 300 · this machine · practice model · delays ÷ 20 · level 2 counts updates · 64 lanes · 3 seeds';
    expect(sweepOrigin(SWEEP)).toBe(origin);
    const figure = prepareSweepFigure(SWEEP, { delay: 'learning', published: true });
    expect(Object.values(figure).map((chart) => chart.origin)).toEqual([origin, origin, origin]);
    expect(figure.delay.series[0]?.points[0]?.label).toContain('95 % 70.0–90.0 %, 3 seeds, n = 300');
    expect(figure.delay.series[0]?.points[1]?.label).toContain('no interval');
  });

  it('draws no arm of which a score is in doubt', () => {
    const doubt = { code: 'contaminated', word: 'Contaminated', sentence: 'Used to tune.' } as const;
    const rows = SWEEP.figure.rows.map((one) => (one.arm === 'combee' ? { ...one, doubt } : one));
    const drawn = (given: SweepView['figure']['rows']) => {
      const sweep = { ...SWEEP, figure: { ...SWEEP.figure, rows: given } };
      const { delay, quality, playbook } = prepareSweepFigure(sweep, { delay: 'learning', published: false });
      return [delay, quality, playbook].flatMap(({ series }) => series.map(({ name }) => name));
    };
    expect(drawn(SWEEP.figure.rows)).toContain('Combee');
    expect(drawn(rows)).not.toContain('Combee');
  });

  it('has a front of what nothing else beats, and says what Combee lost as well as what it gained', () => {
    const { delay, quality } = prepareSweepFigure(SWEEP, { delay: 'learning', published: false });
    expect(delay.front.map(({ title }) => title)).toEqual(['Combee, batch size 40', 'Naive, batch size 10']);
    expect(delay.summary).toContain('Combee, batch size 40; Naive, batch size 10');
    expect(quality.summary).toContain('−2.0 at batch size 40 (undecided)');
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

  it('draws the bullets of playbooks and what they are worth, with published ones marked and switchable', () => {
    const { chart, empty } = prepareBullets(SWEEP, true);
    expect(empty).toBeNull();
    expect(chart.origin).toBe(sweepOrigin(SWEEP));
    expect(chart.summary).toContain(
      'means over the seeds: Naive 30 at 10, 30 at 40; Combee 30 at 40. Published',
    );
    expect(chart.series[0]?.points[0]?.label).toBe('30 bullets (no interval, 3 seeds)');
    expect(chart.published.map(({ x, y, label }) => [x, y, label])).toEqual([
      [100, 21, '21 entries (no interval, exact, Fig. 2) · published, other hardware'],
    ]);
    expect(chart.xTicks.at(-1)).toBeGreaterThanOrEqual(100);
    expect(prepareBullets(SWEEP, false).chart.published).toEqual([]);
    const worth = prepareWorth(SWEEP, true, 'highValue').chart;
    expect(worth.series[0]?.points[0]).toMatchObject({
      label: '4 bullets (95 % 2.0–6.0, 3 seeds)',
      error: [2, 2],
    });
    expect(worth.published[0]?.y).toBe(0);
    expect(prepareWorth(SWEEP, true, 'marks').chart.published[0]?.label).toContain('5 marks');
  });

  it('says why a playbook is not drawn: the method keeps none, or nothing was followed', () => {
    expect(prepareWorth(SWEEP, true, 'held').empty).toContain('Insights carry ids');
    const gepa = { ...SWEEP, origin: { ...SWEEP.origin, method: 'gepa' } };
    expect(prepareBullets(gepa, true).empty).toContain('GEPA keeps no playbook');
    const nothing = { ...SWEEP, figure: { ...SWEEP.figure, rows: [] } };
    expect(prepareBullets(nothing, true).empty).toContain('begins with the first cell');
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
    const counts = { ...SWEEP.counts, done: 3, lost: 1, cut: 2 };
    expect(describeProgress({ ...SWEEP, counts })).toContain(
      '3 of 12 cells done, 2 going, 6 waiting, 1 lost, 2 cut by a cap',
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
