import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planPresets, suggestedPreset } from './plan-presets';
import { passPower } from './power';
import { planFaults, registerCanary } from './registration';

const LEVELS = ['low', 'medium', 'high'] as const;
const expected = fc.record({
  discordance: fc.double({ min: 0.001, max: 1, noNaN: true }),
  requestsADay: fc.option(fc.double({ min: 1, max: 1e8, noNaN: true })),
});

describe('the presets of a canary', () => {
  it('pass a prompt that is just as good in four of five cases where they say that they decide', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LEVELS), expected, (level, given) => {
        for (const { margin, pairs, share, windowHours, decides } of planPresets(level, given)) {
          if (decides !== true || given.requestsADay === null) continue;
          const inWindow = Math.floor((given.requestsADay * share * windowHours) / 24);
          const reached = Math.min(pairs, inWindow);
          const power = passPower(
            { margin, alpha: 0.05, pairsPlanned: reached },
            { discordance: given.discordance, truth: 0 },
          );
          expect(power).toBeGreaterThan(0.75);
        }
      }),
    );
  });

  it('can be registered as they are at every failure cost', () => {
    for (const failureLevel of LEVELS)
      for (const { margin, share, windowHours, pairs } of planPresets(failureLevel, {
        ...{ discordance: 0.1, requestsADay: 2000 },
      })) {
        const draft = { failureLevel, margin, share, windowHours, pairsPlanned: pairs };
        const { plan } = registerCanary(draft, { discordance: 0.1 });
        expect(planFaults(plan, { discordance: 0.1 })).toEqual([]);
      }
  });

  it('never suggest one that the traffic cannot fill', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LEVELS), expected, (level, given) => {
        const presets = planPresets(level, given);
        const name = suggestedPreset(presets);
        const found = presets.find((preset) => preset.name === name);
        if (found) expect(found.decides).not.toBe(false);
        else expect(presets.slice(1).every(({ decides }) => decides === false)).toBe(true);
      }),
    );
    const of = (requestsADay: number | null) =>
      suggestedPreset(planPresets('low', { discordance: 0.1, requestsADay }));
    expect([of(1000), of(20), of(1), of(null)]).toEqual(['standard', 'fast', null, 'standard']);
  });

  it('tell smaller differences the more careful they are, and take longer for it', () => {
    const [cautious, standard, fast] = planPresets('low', { discordance: 0.1, requestsADay: 1000 });
    expect(cautious?.difference).toBeLessThanOrEqual(0.01);
    expect(standard?.difference).toBeLessThanOrEqual(0.02);
    expect(fast?.difference).toBeLessThanOrEqual(0.05);
    expect(cautious?.days).toBeGreaterThan(standard?.days ?? 0);
    expect(standard?.days).toBeGreaterThan(fast?.days ?? 0);
  });
});
