import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import { quantileBounds } from './quantile-sequence';

const plan = { q: 0.95, alpha: 0.05, planned: 2000 };

describe('a sequence for a quantile', () => {
  it('says nothing before the slow end has numbers enough, and holds the value between its bounds', () => {
    const numbers = Array.from({ length: 2000 }, (_, index) => index);
    expect(quantileBounds(numbers.slice(0, 100), plan)).toBeNull();
    const bounds = quantileBounds(numbers, plan);
    expect(bounds?.value).toBe(1899);
    expect(bounds?.lower).toBeLessThan(1899);
    expect(bounds?.upper).toBeGreaterThan(1900);
    expect(quantileBounds([], plan)).toBeNull();
  });

  it('holds the true quantile at every one of many looks, in all but a few streams', () => {
    const rng = seededRng('quantile sequence');
    const missed = Array.from({ length: 50 }).filter(() => {
      const numbers = Array.from({ length: 2000 }, () => -Math.log(1 - rng.nextFloat()));
      const truth = -Math.log(0.05);
      return [500, 1000, 1500, 2000].some((n) => {
        const bounds = quantileBounds(numbers.slice(0, n), plan);
        return bounds !== null && (truth < bounds.lower || truth > bounds.upper);
      });
    });
    // Both sides at 0.05, over all looks.
    expect(missed.length).toBeLessThanOrEqual(5);
  });
});
