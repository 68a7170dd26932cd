import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareReasons, prepareSizes, prepareUtilisation } from './run-dispatch';
import { prepareSizeBins } from './size-bins';
import { DISPATCH } from './testing/run-views';

const practice = { split: 'heldOut', hardware: 'this machine', practice: true } as const;

describe('how requests went out', () => {
  it('stacks the reasons that happened, one column an iteration, inside the ticks', () => {
    const chart = prepareReasons(DISPATCH, practice);
    expect(chart.series.map((series) => series.key)).toEqual(['queue', 'utilisation']);
    expect(chart.rows.map((row) => [row.x, row.values.queue, row.values.wait])).toEqual([
      ['1', 2, 0],
      ['2', 2, 0],
    ]);
    expect(chart.yTicks.at(-1)).toBeGreaterThanOrEqual(4);
    expect(chart.summary).toBe(
      '8 batches of 4.5 requests on average; most often (50.0 %) because enough requests waited.',
    );
    expect(chart.origin).toContain('practice model');
  });

  it('draws the newest columns of a long run and says how many there were', () => {
    const one = DISPATCH.iterations[0];
    if (one === undefined) throw new Error('the sample has an iteration');
    const iterations = Array.from({ length: 300 }, (_, iteration) => ({ ...one, iteration }));
    const chart = prepareReasons({ ...DISPATCH, iterations }, practice);
    expect(chart.rows).toHaveLength(120);
    expect(chart.rows.at(-1)?.x).toBe('300');
    expect(chart.origin).toContain('the newest 120 of 300 iterations');
  });

  it('lays the expected sizes beside the actual ones as shares', () => {
    const chart = prepareSizes(DISPATCH, practice);
    expect(chart.rows).toEqual([
      { x: '1', values: { expected: 0, actual: 50 } },
      { x: '2', values: { expected: 25, actual: 0 } },
      { x: '8', values: { expected: 75, actual: 50 } },
    ]);
    expect(chart.summary).toContain('6.5 were expected');
  });

  it('names what went out for the original prompt as such, and never gives counts in fractions', () => {
    const [one] = DISPATCH.iterations;
    if (one === undefined) throw new Error('the sample has an iteration');
    const seed = { ...one, iteration: -1, byReason: { drain: 1 }, flushes: 1, sizes: { 1: 1 } };
    const chart = prepareReasons({ ...DISPATCH, iterations: [seed] }, practice);
    expect(chart.rows[0]?.x).toBe('original');
    expect(chart.yTicks.every(Number.isInteger)).toBe(true);
  });

  it('leaves a gap, not a zero, where nothing was expected or measured', () => {
    const none = prepareSizes({ ...DISPATCH, expected: null, workload: null }, practice);
    expect(none.rows.every((row) => row.values.expected === null)).toBe(true);
    const lanes = prepareUtilisation(DISPATCH, practice);
    expect(lanes.rows.map((row) => row.values.utilisation)).toEqual([null, 80]);
    expect(lanes.summary).toBe('Lanes were busy 80.0 % of the time on average (n = 1 iteration).');
  });

  it('counts every batch in exactly one size range, whatever the sizes', () => {
    const sizes = fc.dictionary(
      fc.integer({ min: 1, max: 4096 }).map(String),
      fc.integer({ min: 1, max: 99 }),
      {
        minKeys: 1,
      },
    );
    fc.assert(
      fc.property(sizes, (one) => {
        const bins = prepareSizeBins([one]);
        const total = bins.reduce((sum, bin) => sum + (bin.shares[0] ?? 0), 0);
        expect(total).toBeCloseTo(100, 6);
        expect(bins.length).toBeLessThanOrEqual(13);
      }),
    );
  });
});
