import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bandOf,
  isInRange,
  type ParallelAxis,
  rangeBetween,
  readRanges,
  shareOf,
  type ValueRanges,
  withRange,
  writeRanges,
} from './parallel-chart';

const places = (...values: number[]) => values.map((value) => ({ value, label: String(value) }));
const numbers: ParallelAxis = { key: 'minutes', name: 'minutes', levels: null, ticks: places(0, 5, 10) };
const named: ParallelAxis = {
  ...{ key: 'batchSize', name: 'batch size' },
  ...{ levels: places(10, 40, 100), ticks: places(10, 40, 100) },
};

describe('axes of parallel coordinates', () => {
  it('puts numbers to scale and named levels at even distances, and a single level in the middle', () => {
    expect([0, 2.5, 10, 99].map((value) => shareOf(numbers, value))).toEqual([0, 0.25, 1, 1]);
    expect([10, 40, 100].map((value) => shareOf(named, value))).toEqual([0, 0.5, 1]);
    expect(shareOf({ ...named, levels: places(7) }, 7)).toBe(0.5);
    expect(shareOf({ ...numbers, ticks: places(3) }, 3)).toBe(0.5);
  });

  it('takes a stroke either way round, open at the ends of the axis, and by the places that it covers', () => {
    expect(rangeBetween(numbers, 0.8, 0.25)).toEqual({ from: 2.5, to: 8 });
    expect(rangeBetween(numbers, -0.2, 0.5)).toEqual({ from: null, to: 5 });
    expect(rangeBetween(named, 0.4, 1)).toEqual({ from: 40, to: 100 });
    expect(rangeBetween(named, 0.6, 0.9)).toBeNull();
    expect(bandOf(numbers, { from: 8, to: 2.5 })).toEqual([0.25, 0.8]);
    expect(bandOf(numbers, { from: null, to: 5 })).toEqual([0, 0.5]);
  });
});

describe('ranges', () => {
  it('hold both of their ends, in whatever order these were typed, and nothing that has no value', () => {
    expect([1, 2, 5, 6].map((value) => isInRange(value, { from: 2, to: 5 }))).toEqual([
      ...[false, true, true, false],
    ]);
    expect(isInRange(3, { from: 5, to: 2 })).toBe(true);
    expect(isInRange(-4, { from: null, to: 2 })).toBe(true);
    expect(isInRange(null, { from: null, to: 2 })).toBe(false);
  });

  it('go when both ends are open', () => {
    const one = withRange({}, 'arm', { from: 2, to: null });
    expect(withRange(one, 'arm', { from: null, to: null })).toEqual({});
    expect(withRange(one, 'arm', null)).toEqual({});
  });

  it('come back from an address as they were written', () => {
    const end = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null });
    const key = fc.constantFrom('arm', 'batchSize', 'minutes', 'dollars');
    fc.assert(
      fc.property(fc.array(fc.tuple(key, end, end)), (parts) => {
        const ranges = parts.reduce<ValueRanges>(
          // An address knows no −0.
          (all, [name, from, to]) => withRange(all, name, { from: from && from + 0, to: to && to + 0 }),
          {},
        );
        expect(writeRanges(readRanges(writeRanges(ranges)))).toBe(writeRanges(ranges));
      }),
    );
    expect(readRanges('score:80~,arm:x~,,nonsense,minutes:~5')).toEqual({
      ...{ score: { from: 80, to: null }, minutes: { from: null, to: 5 } },
    });
  });
});
