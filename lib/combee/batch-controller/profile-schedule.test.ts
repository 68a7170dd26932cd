import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import { profileSchedule } from './profile-schedule';

const schedule = (profileSizes: number[], trainExamples: number, maxBatch = 200, seed = 's') =>
  profileSchedule({ profileSizes, trainExamples, maxBatch, rng: seededRng(seed) });

describe('profileSchedule', () => {
  it('is a seeded permutation of the sizes', () => {
    const order = schedule([4, 8, 16, 32], 250);
    expect(order.toSorted((a, b) => a - b)).toEqual([4, 8, 16, 32]);
    expect(schedule([4, 8, 16, 32], 250)).toEqual(order);
    const orders = new Set(
      Array.from({ length: 40 }, (_, i) => schedule([4, 8, 16, 32], 250, 200, `${i}`).join()),
    );
    expect(orders.size).toBeGreaterThan(10);
  });

  it('clamps to the training set and to the largest batch, and drops what became equal', () => {
    expect(schedule([4, 8, 16, 32], 10).toSorted((a, b) => a - b)).toEqual([4, 8, 10]);
    expect(schedule([4, 8, 16, 32], 250, 8).toSorted((a, b) => a - b)).toEqual([4, 8]);
  });

  it('is empty when fewer than two sizes differ', () => {
    expect(schedule([4, 8, 16, 32], 4)).toEqual([]);
    expect(schedule([16, 16], 250)).toEqual([]);
    expect(schedule([], 250)).toEqual([]);
  });
});
