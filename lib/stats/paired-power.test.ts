import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairsForGain, pairsForMargin, smallestDetectableGain } from './paired-power';

describe('pairsForGain', () => {
  it('agrees with the formula worked by hand', () => {
    // psi 0.2, delta 0.1: (1.95996 sqrt 0.2 + 0.84162 sqrt 0.19)^2 / 0.01 = (0.87652 + 0.36685)^2 / 0.01 = 154.6.
    expect(pairsForGain(0.1, 0.2)).toBe(155);
    expect(pairsForGain(0, 0.2)).toBe(Number.POSITIVE_INFINITY);
  });

  it('takes no fewer changed examples than the gain needs', () => {
    // psi is raised to 0.3: (1.95996 sqrt 0.3 + 0.84162 sqrt 0.21)^2 / 0.09 = 23.7.
    expect(pairsForGain(0.3, 0.1)).toBe(24);
  });
});

describe('smallestDetectableGain', () => {
  it('shows about 5 points on 300 examples where one in ten changes sides', () => {
    expect(smallestDetectableGain(300, 0.1)).toBeCloseTo(0.0508, 3);
  });

  it('is what its own number of examples finds, falls with more of them, and is 1 where nothing can be shown', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 20_000 }),
        fc.double({ min: 0.01, max: 0.9, noNaN: true }),
        (n, psi) => {
          const gain = smallestDetectableGain(n, psi);
          expect(pairsForGain(gain, psi)).toBeLessThanOrEqual(n);
          expect(smallestDetectableGain(n * 2, psi)).toBeLessThanOrEqual(gain);
        },
      ),
    );
    expect(smallestDetectableGain(3, 0.1)).toBe(1);
    // (1.95996 sqrt 1 + 0)^2 / 1 = 3.84: four that all change sides are found, three are not.
    expect(pairsForGain(1, 0.1)).toBe(4);
    expect(smallestDetectableGain(4, 0.1)).toBeLessThan(1);
    expect(smallestDetectableGain(0, 0.1)).toBe(1);
  });
});

describe('pairsForMargin', () => {
  it('gives the pairs that half a point takes, by share of changed answers', () => {
    expect([0.02, 0.05, 0.1, 0.2].map((psi) => pairsForMargin(0.005, psi))).toEqual([
      4947, 12_366, 24_731, 49_461,
    ]);
  });
});
