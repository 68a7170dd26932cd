import { describe, expect, it } from 'vitest';
import { waitAfter } from './webhook-retries';

describe('tries of a delivery', () => {
  it('wait longer each time, and end after most of a day', () => {
    const waits: number[] = [];
    for (let attempts = 1; ; attempts += 1) {
      const wait = waitAfter(attempts);
      if (wait === null) break;
      waits.push(wait);
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3600;
    expect(hours).toBeGreaterThan(12);
    expect(hours).toBeLessThan(24);
  });
});
