import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passPower } from './power';
import { advisePower } from './power-advice';
import { completeDraft } from './registration';

const draft = { failureLevel: 'low', margin: 0.005 } as const;

describe('what a draft can decide', () => {
  it('is told with three ways to more, each of which leads to 80 %', () => {
    const { power, needsAcceptance, ways } = advisePower(draft, { discordance: 0.1, requestsADay: 100_000 });
    expect(power).toBeLessThan(0.1);
    expect(needsAcceptance).toBe(true);
    expect(ways.map(({ change }) => change)).toEqual(['share', 'window', 'margin']);
    for (const { share, windowHours, margin, pairs } of ways) {
      const plan = { margin, alpha: 0.05, pairsPlanned: pairs };
      expect(passPower(plan, { discordance: 0.1, truth: 0 })).toBeGreaterThanOrEqual(0.79);
      expect(100_000 * share * (windowHours / 24)).toBeGreaterThanOrEqual(Math.min(pairs, 5_000));
    }
  });

  it('gives no days where the traffic is unknown', () => {
    const advice = advisePower(draft, { discordance: 0.1, requestsADay: null });
    expect(advice).toMatchObject({ pairsInWindow: null, days: null, ways: [] });
  });

  it('counts only the pairs that the window brings', () => {
    const few = advisePower(draft, { discordance: 0.1, requestsADay: 10_000 });
    expect(few.pairsInWindow).toBe(500);
    expect(few.power).toBeLessThan(advisePower(draft, { discordance: 0.1, requestsADay: 1e6 }).power);
  });

  it('is a number for every draft that can be sent', () => {
    const any = fc.record({
      margin: fc.double({ min: 0.0001, max: 0.5, noNaN: true }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      windowHours: fc.nat(8760),
      pairsPlanned: fc.integer({ min: 1, max: 1e8 }),
      alpha: fc.double({ min: 0.0001, max: 0.1, noNaN: true }),
      failureLevel: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
    });
    const traffic = fc.record({
      discordance: fc.double({ min: 0.0001, max: 1, noNaN: true }),
      requestsADay: fc.option(fc.double({ min: 1, max: 1e9, noNaN: true })),
    });
    fc.assert(
      fc.property(any, traffic, (drawn, expected) => {
        const { power, smallestMargin, days, pairsPlanned, ways } = advisePower(drawn, expected);
        for (const value of [power, smallestMargin, ...ways.map(({ share }) => share)])
          expect(Number.isFinite(value)).toBe(true);
        for (const value of [days ?? 1, pairsPlanned, ...ways.map((way) => way.days)])
          expect(Number.isSafeInteger(value)).toBe(true);
        expect(pairsPlanned).toBe(completeDraft(drawn, expected).pairsPlanned);
      }),
    );
  });
});
