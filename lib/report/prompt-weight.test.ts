import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import { addedLatency, addedUsdPer1000Calls } from './prompt-weight';

const byId = (delays: readonly number[]) => new Map(delays.map((delay, index) => [`e${index}`, delay]));
const MEASURED = { isPractice: false };

describe('the weight of a learned prompt', () => {
  it('prices the added tokens of 1,000 calls, from the cache too where that price is known', () => {
    const tokens = { baseline: 400, learned: 2_400 };
    expect(addedUsdPer1000Calls(tokens, { usdPerMillionIn: 3, usdPerMillionCached: 0.3 })).toEqual({
      uncached: 6,
      cached: 0.6,
    });
    expect(addedUsdPer1000Calls(tokens, { usdPerMillionIn: 3, usdPerMillionCached: null }).cached).toBeNull();
    expect(addedUsdPer1000Calls(tokens, { usdPerMillionIn: null, usdPerMillionCached: null })).toEqual({
      uncached: null,
      cached: null,
    });
    const shorter = { baseline: 2_400, learned: 400 };
    expect(addedUsdPer1000Calls(shorter, { usdPerMillionIn: 3, usdPerMillionCached: 0.3 }).uncached).toBe(-6);
  });

  it('measures the median of differences on the same examples, whatever else was slow', () => {
    const before = Array.from({ length: 101 }, (_, index) => 200 + index * 37);
    const latency = addedLatency(
      { baseline: byId(before), learned: byId(before.map((delay, index) => delay + 50 + (index % 3) - 1)) },
      MEASURED,
    );
    expect(latency).toMatchObject({ state: 'measured', medianMs: 50, n: 101 });
    if (latency.state !== 'measured') return;
    expect(latency.lowerMs).toBeGreaterThanOrEqual(49);
    expect(latency.upperMs).toBeLessThanOrEqual(51);
  });

  it('has an interval that holds the true median in at least 95 of 100 draws', () => {
    const rng = seededRng('prompt-weight');
    const draws = 400;
    let held = 0;
    for (let draw = 0; draw < draws; draw += 1) {
      const n = 120;
      // A skewed difference whose median is 30 ms: 30 * 4^u for u between -1 and 1.
      const learned = Array.from({ length: n }, () => 1_000 + 30 * 4 ** (2 * rng.nextFloat() - 1));
      const baseline = byId(Array.from({ length: n }, () => 1_000));
      const latency = addedLatency({ baseline, learned: byId(learned) }, MEASURED);
      if (latency.state !== 'measured') throw new Error('It was measured.');
      if ((latency.lowerMs ?? 0) <= 30 && 30 <= (latency.upperMs ?? Number.POSITIVE_INFINITY)) held += 1;
    }
    expect(held / draws).toBeGreaterThanOrEqual(0.95);
  });

  it('compares only examples that both prompts answered, and claims no interval of a few', () => {
    const latency = addedLatency(
      { baseline: byId([100, 200, 300, 400]), learned: new Map([...byId([130, 260]), ['other', 9_000]]) },
      MEASURED,
    );
    expect(latency).toEqual({ state: 'measured', medianMs: 45, lowerMs: null, upperMs: null, n: 2 });
  });

  it('is not measured on the practice model nor without delays', () => {
    const delays = { baseline: byId([100, 200]), learned: byId([150, 250]) };
    expect(addedLatency(delays, { isPractice: true })).toEqual({ state: 'notMeasured', reason: 'practice' });
    expect(addedLatency({ ...delays, learned: new Map() }, MEASURED)).toEqual({
      state: 'notMeasured',
      reason: 'noDelays',
    });
  });

  it('has its median within its interval, whatever the delays are', () => {
    const delays = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(delays, delays, (a, b) => {
        const latency = addedLatency({ baseline: byId(a), learned: byId(b) }, MEASURED);
        if (latency.state !== 'measured') throw new Error('Both have an example.');
        const { medianMs, lowerMs, upperMs } = latency;
        if (lowerMs !== null) expect(lowerMs).toBeLessThanOrEqual(medianMs);
        if (upperMs !== null) expect(upperMs).toBeGreaterThanOrEqual(medianMs);
      }),
    );
  });
});
