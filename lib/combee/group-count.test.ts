import { describe, expect, it } from 'vitest';
import { groupCount } from './group-count';

describe('groupCount', () => {
  it('is the integer square root for every n from 1 to 10,000', () => {
    for (let n = 1; n <= 10_000; n += 1) {
      const k = groupCount(n, null);
      expect(k * k <= n && (k + 1) * (k + 1) > n, `k = ${k} for n = ${n}`).toBe(true);
    }
  });

  it('does not slip beside perfect squares that are too large for an exact float root', () => {
    for (const root of [67_108_859, 94_906_265]) {
      expect(groupCount(root * root, null)).toBe(root);
      expect(groupCount(root * root - 1, null)).toBe(root - 1);
    }
  });

  it('has no group without a reflection', () => {
    expect(groupCount(0, null)).toBe(0);
    expect(groupCount(0, 5)).toBe(0);
  });

  it('clamps an override to 1..n', () => {
    expect(groupCount(9, 0)).toBe(1);
    expect(groupCount(9, 4)).toBe(4);
    expect(groupCount(9, 40)).toBe(9);
  });
});
