import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactPairedInterval } from './exact-paired-interval';

describe('the exact interval of paired shares', () => {
  it('hides up to 1.8 points behind 0 losses in 200 and holds a point from 368 pairs on', () => {
    const upTo = (n: number) => exactPairedInterval({ wins: 0, losses: 0, n });
    expect(upTo(200).lower).toBeCloseTo(-(1 - 0.025 ** (1 / 200)), 5);
    expect(upTo(367).lower).toBeLessThan(-0.01);
    expect(upTo(368).lower).toBeGreaterThan(-0.01);
  });

  it('calls no prompt better where McNemar’s exact test does not', () => {
    expect(exactPairedInterval({ wins: 4, losses: 0, n: 300 }).lower).toBe(0);
    expect(exactPairedInterval({ wins: 6, losses: 0, n: 300 }).lower).toBeGreaterThan(0);
  });

  it('errs with at most 2.5 % on each side, summed over every table of 12 pairs', () => {
    const n = 12;
    const factorial = (k: number): number => (k < 2 ? 1 : k * factorial(k - 1));
    for (const p of [0, 0.02, 0.1, 0.3, 0.5]) {
      for (const q of [0, 0.02, 0.1, 0.3, 0.5]) {
        let [above, below] = [0, 0];
        for (let wins = 0; wins <= n; wins += 1) {
          for (let losses = 0; losses <= n - wins; losses += 1) {
            const ties = n - wins - losses;
            const ways = factorial(n) / (factorial(wins) * factorial(losses) * factorial(ties));
            const chance = ways * p ** wins * q ** losses * (1 - p - q) ** ties;
            const { lower, upper } = exactPairedInterval({ wins, losses, n });
            if (lower > p - q + 1e-5) above += chance;
            if (upper < p - q - 1e-5) below += chance;
          }
        }
        expect(above).toBeLessThanOrEqual(0.025);
        expect(below).toBeLessThanOrEqual(0.025);
      }
    }
  });

  it('turns its ends round where wins and losses change places, and widens as alpha falls', () => {
    const counts = fc.record({
      wins: fc.nat(12),
      losses: fc.nat(12),
      ties: fc.integer({ min: 1, max: 400 }),
    });
    fc.assert(
      fc.property(counts, ({ wins, losses, ties }) => {
        const n = wins + losses + ties;
        const own = exactPairedInterval({ wins, losses, n });
        const turned = exactPairedInterval({ wins: losses, losses: wins, n });
        expect(own.lower).toBeCloseTo(-turned.upper, 9);
        expect(own.lower).toBeLessThanOrEqual((wins - losses) / n);
        expect(own.upper).toBeGreaterThanOrEqual((wins - losses) / n);
        const wider = exactPairedInterval({ wins, losses, n }, 0.005);
        expect(wider.lower).toBeLessThanOrEqual(own.lower);
        expect(wider.upper).toBeGreaterThanOrEqual(own.upper);
      }),
      { numRuns: 60 },
    );
  });

  it('gives no less for one more win', () => {
    fc.assert(
      fc.property(fc.nat(10), fc.nat(10), (wins, losses) => {
        const more = exactPairedInterval({ wins: wins + 1, losses, n: 300 });
        const fewer = exactPairedInterval({ wins, losses, n: 300 });
        expect(more.lower).toBeGreaterThanOrEqual(fewer.lower - 1e-5);
      }),
      { numRuns: 40 },
    );
  });
});
