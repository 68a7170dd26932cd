import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, isShadowed, plannedArms, variantOf } from './bucketing';
import published from './bucketing-vectors.json';

const SHARES = [0.01, 0.05, 0.25, 0.5, 1] as const;
const keys = Array.from({ length: 5000 }, (_, index) => `user-${index}`);

describe('buckets', () => {
  it('are those of the published vectors, to the last bit', () => {
    for (const { salt, targetingKey, digits, bucket, variants } of published.vectors) {
      expect(bucketOf(salt, targetingKey)).toBe(bucket);
      expect(Number.parseInt(digits, 16) / 2 ** 52).toBe(bucket);
      for (const share of SHARES) expect(variantOf(bucket, share)).toBe(variants[`${share}`]);
    }
    expect(published.vectors.length).toBeGreaterThan(20);
  });

  it('lie in [0, 1) for any salt and key, always at the same place', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (salt, key) => {
        const bucket = bucketOf(salt, key);
        expect(bucket).toBeGreaterThanOrEqual(0);
        expect(bucket).toBeLessThan(1);
        expect(bucketOf(salt, key)).toBe(bucket);
      }),
    );
  });

  it('fill the arms evenly, and as many again for the control', () => {
    const buckets = keys.map((key) => bucketOf('cny_even', key));
    const share = (variant: string) =>
      buckets.filter((b) => variantOf(b, 0.05) === variant).length / keys.length;
    expect(share('challenger')).toBeCloseTo(0.05, 1);
    expect(share('control')).toBeCloseTo(0.05, 1);
  });

  it('keep every caller of the challenger as its share rises', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (bucket) => {
        const seen = SHARES.map((share) => variantOf(bucket, share) === 'challenger');
        expect(seen).toEqual(seen.toSorted((a, b) => Number(a) - Number(b)));
      }),
    );
  });

  it('take other users for another canary, and for its shadow', () => {
    const both = (a: (key: string) => boolean, b: (key: string) => boolean) =>
      keys.filter((key) => a(key) && b(key)).length / keys.filter(a).length;
    const inOne = (key: string) => bucketOf('cny_1', key) < 0.05;
    expect(both(inOne, (key) => bucketOf('cny_2', key) < 0.05)).toBeCloseTo(0.05, 1);
    expect(both(inOne, (key) => isShadowed('cny_1', key, 0.05))).toBeCloseTo(0.05, 1);
  });

  it('plan for the arms that have room', () => {
    const counted = { challenger: 5, control: 6, incumbent: 89 };
    expect(plannedArms(0.05, counted)).toEqual({ counts: [5, 6], shares: [0.05, 0.05] });
    expect(plannedArms(0.5, counted)).toEqual({ counts: [5, 6], shares: [0.5, 0.5] });
    expect(plannedArms(1, counted)).toEqual({ counts: [5], shares: [1] });
  });
});
