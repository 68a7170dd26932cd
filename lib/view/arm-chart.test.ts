import { describe, expect, it } from 'vitest';
import type { ArmComparison } from '@/lib/contracts/comparisons';
import { prepareArmChart } from './arm-chart';

type Row = ArmComparison['rows'][number];

function row(name: string, batchSize: number | null, gain: number, kept: number | null = null): Row {
  return {
    name,
    batchSize,
    seeds: 2,
    n: 100,
    originalMean: 0.6,
    finalMean: 0.6 + gain,
    gain,
    final: { mean: 0.6 + gain, lower: null, upper: null, n: 100, missing: 0, includesTraining: false },
    armGain: { mean: gain, lower: null, upper: null, n: 100, verdict: 'undecided' },
    difference: null,
    gains: [0, 1].map(() => ({ mean: gain, lower: gain - 0.05, upper: gain + 0.05, n: 100 })),
    kept,
    bullets: 10,
    learningMs: 1000,
    pointPrice: {
      kind: 'unpriced',
      usdPerPoint: null,
      lower: null,
      upper: null,
      usd: null,
      gain: { mean: gain, lower: null, upper: null, n: 100 },
      sentence: 'Not known.',
    },
    practice: true,
    levelTwo: null,
    doubt: null,
    runIds: [`${name} 1`, `${name} 2`],
  };
}

function comparison(rows: Row[], rest: Partial<ArmComparison> = {}): ArmComparison {
  return {
    rows,
    datasetName: 'Formula',
    splitHash: 'hash',
    hardware: 'this machine',
    agents: [],
    warning: null,
    published: [
      {
        arm: 'fixed batch',
        method: 'GEPA',
        batchSize: 100,
        accuracy: 0.5,
        trainSeconds: null,
        source: 'Fig. 4',
      },
    ],
    ...rest,
  };
}

const serial = row('Sequential', 1, 0.25, 1);

describe('arms side by side', () => {
  it('says the origin once, and what share of the reference each other arm keeps', () => {
    const chart = prepareArmChart(comparison([serial, row('Combee 80', 80, 0.2, 0.8)]));
    expect(chart.origin).toBe('Formula · held-out · this machine · practice model');
    expect(chart.summary).toBe('“Sequential” gains +25.0 pt; of that, “Combee 80” keeps 80.0 %.');
  });

  it('keeps intervals, published marks and the original prompt inside the axis', () => {
    const { yTicks, series, published, level } = prepareArmChart(comparison([serial]));
    const points = [...series.flatMap((one) => one.points), ...published];
    const values = points.flatMap(({ y, error = [0, 0] }) => [y - error[0], y + error[1]]);
    for (const value of [...values, level?.y ?? Number.NaN]) {
      expect(value).toBeGreaterThanOrEqual(yTicks[0] ?? Number.NaN);
      expect(value).toBeLessThanOrEqual(yTicks.at(-1) ?? Number.NaN);
    }
  });

  it('draws no line for the original prompt when the arms started at different scores, and says so', () => {
    const apart = { ...row('Combee 80', 80, 0.2, 0.8), originalMean: 0.4 };
    const { level, summary } = prepareArmChart(comparison([serial, apart]));
    expect(level).toBeNull();
    expect(summary).toMatch(
      /measured apart, at 40\.0 % to 60\.0 %, so no line marks it: a point is drawn at its own gain/,
    );
  });

  it('places the controller to the right of every size', () => {
    const chart = prepareArmChart(comparison([serial, row('Combee', null, 0.2, 0.8)]));
    expect(chart.namedTicks).toEqual([{ x: 200, name: 'controller' }]);
    expect(Math.max(...chart.xTicks)).toBeLessThan(200);
    expect(prepareArmChart(comparison([serial])).namedTicks).toEqual([]);
  });

  it('draws arms of one size next to each other, never on top', () => {
    const chart = prepareArmChart(comparison([serial, row('Naive', 80, 0.1), row('Combee', 80, 0.2)]));
    const [, naive, combee] = chart.series.map((one) => one.points.map(({ x }) => x));
    expect(Math.max(...(naive ?? []))).toBeLessThan(Math.min(...(combee ?? [])));
  });

  it('tells eight arms apart by colour and shape together', () => {
    const rows = Array.from({ length: 8 }, (_, index) => row(`Arm ${index}`, index + 1, 0.1));
    const looks = prepareArmChart(comparison(rows)).series.map((one) => `${one.colour} ${one.shape}`);
    expect(new Set(looks).size).toBe(8);
  });

  it('shows no share, and says why, when the sequential arm is missing', () => {
    const chart = prepareArmChart(comparison([row('Naive 80', 80, 0.1), row('Combee 80', 80, 0.15)]));
    expect(chart.question).toBe('How much does each arm gain?');
    expect(chart.summary).toContain('“Naive 80” +10.0 pt, “Combee 80” +15.0 pt.');
    expect(chart.summary).toContain('sequential arm (batch size 1) is not among these runs');
  });

  it('shows no share when the reference gained nothing or the runs are not comparable', () => {
    const nothing = prepareArmChart(comparison([row('Sequential', 1, 0), row('Combee', 80, 0.1)]));
    expect(nothing.summary).toContain('gained nothing');
    const warning = 'These runs used different hardware, so their gains are not compared.';
    expect(prepareArmChart(comparison([serial], { warning })).summary).toBe(warning);
  });
});
