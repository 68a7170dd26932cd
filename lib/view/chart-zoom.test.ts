import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampZoom,
  isInWindow,
  windowOf,
  windowTicks,
  ZOOM_LEAST,
  zoomOf,
  zoomPercents,
  zoomText,
} from './chart-zoom';

const share = fc.double({ min: -1, max: 2, noNaN: true });
const zoom = fc.tuple(share, share).map(([from, to]) => clampZoom(from, to));
const axisEnd = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.double({ min: 0.01, max: 1e6, noNaN: true }),
);

describe('the zoom of a chart', () => {
  it('lies within the axis, its ends apart, wherever they were let go of', () => {
    fc.assert(
      fc.property(zoom, (held) => {
        const [left, right] = zoomPercents(held);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(100);
        expect(right - left).toBeGreaterThanOrEqual(ZOOM_LEAST);
      }),
    );
    expect(clampZoom(-0.5, 1.5)).toBeNull();
    expect(clampZoom(0.9, 0.1)).toEqual({ from: 0.9, to: 0.92 });
    expect(clampZoom(1, 1)).toEqual({ from: 0.98, to: 1 });
  });

  it('comes back from an address as it was', () => {
    fc.assert(
      fc.property(zoom, (held) => {
        expect(zoomOf(zoomText(held))).toEqual(held);
      }),
    );
    expect(zoomText({ from: 0.2, to: 0.6 })).toBe('20-60');
    expect(zoomText(null)).toBeNull();
  });

  it('is the whole axis where an address says anything else', () => {
    const wrong = [
      '',
      '20',
      '20-',
      '-60',
      '60-20',
      '20-21',
      '0-100',
      '20-101',
      '020-60',
      '2.5-60',
      ' 20-60',
      '20-60-80',
    ];
    expect([null, ...wrong].map(zoomOf)).toEqual([null, ...wrong].map(() => null));
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,4}-\d{1,4}$/), (text) => {
        expect([null, text]).toContain(zoomText(zoomOf(text)));
      }),
    );
  });
});

describe('the window of a zoom', () => {
  it('is the same share of every axis', () => {
    fc.assert(
      fc.property(zoom, axisEnd, (held, end) => {
        const [first, last] = windowOf(held, end);
        const [left, right] = zoomPercents(held);
        expect((first / end) * 100).toBeCloseTo(left, 4);
        expect((last / end) * 100).toBeCloseTo(right, 4);
      }),
    );
    expect(windowOf({ from: 0.29, to: 0.58 }, 100)).toEqual([29, 58]);
    expect(windowOf(null, 12.345678912)).toEqual([0, 12.345678912]);
  });

  it('has ticks of its own, two at least, in order and none beyond its ends', () => {
    fc.assert(
      fc.property(zoom, axisEnd, (held, end) => {
        const shown = windowOf(held, end);
        const ticks = windowTicks(shown);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.every((tick) => isInWindow(shown, tick))).toBe(true);
        expect([...new Set(ticks)].sort((a, b) => a - b)).toEqual(ticks);
      }),
    );
    expect(windowTicks([20, 60])).toEqual([20, 30, 40, 50, 60]);
    expect(windowTicks([23, 61])).toEqual([30, 40, 50, 60]);
  });
});
