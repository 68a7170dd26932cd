import { describe, expect, it } from 'vitest';
import { capSize, rewardVariance } from './caps';

const open = { remainingExamples: 1000, lanes: 1000, tokensPerRollout: null, rewards: [] };
const flat = [1, 1, 1, 1, 1, 1, 1, 1];

describe('capSize', () => {
  it('leaves a size alone that nothing binds', () => {
    expect(capSize(54, open, true)).toEqual({ size: 54, caps: [] });
  });

  it('holds the size at the lanes', () => {
    expect(capSize(54, { ...open, lanes: 32 }, true)).toEqual({ size: 32, caps: ['lanes'] });
  });

  it('holds the size at the rollouts that the tokens of a minute allow', () => {
    const tokens = { ...open, tokensPerMinute: 100_000, tokensPerRollout: 4000 };
    expect(capSize(54, tokens, true)).toEqual({ size: 25, caps: ['tokenLimit'] });
    expect(capSize(20, tokens, true)).toEqual({ size: 20, caps: [] });
    expect(capSize(54, { ...tokens, tokensPerRollout: null }, true).size).toBe(54);
  });

  it('holds the size at the examples left', () => {
    expect(capSize(54, { ...open, remainingExamples: 12 }, true)).toEqual({ size: 12, caps: ['remaining'] });
  });

  it('names only the cap that binds, or both when they bind alike', () => {
    expect(capSize(54, { ...open, lanes: 32, remainingExamples: 12 }, true).caps).toEqual(['remaining']);
    expect(capSize(54, { ...open, lanes: 12, remainingExamples: 12 }, true).caps).toEqual([
      'lanes',
      'remaining',
    ]);
  });

  it('halves the size when at least eight rewards hardly vary', () => {
    const low = { ...open, rewards: flat, varianceFloor: 0.01 };
    expect(capSize(54, low, true)).toEqual({ size: 27, caps: ['varianceFloor'] });
    expect(capSize(1, low, true)).toEqual({ size: 1, caps: [] });
    expect(capSize(54, { ...low, rewards: [0, 1, ...flat] }, true).caps).toEqual([]);
  });

  it('does not judge fewer than eight rewards, nor halve a size that is being measured', () => {
    expect(capSize(54, { ...open, rewards: flat.slice(1), varianceFloor: 0.01 }, true).size).toBe(54);
    expect(capSize(16, { ...open, rewards: flat, varianceFloor: 0.01 }, false).size).toBe(16);
    expect(capSize(54, { ...open, rewards: flat, varianceFloor: null }, true).size).toBe(54);
  });

  it('never goes below one example', () => {
    const none = { ...open, tokensPerMinute: 10, tokensPerRollout: 4000, lanes: 0 };
    expect(capSize(54, none, true).size).toBe(1);
  });
});

describe('rewardVariance', () => {
  it('is the population variance from eight rewards on, and not evaluable below', () => {
    expect(rewardVariance([0, 1, 0, 1, 0, 1, 0, 1])).toBeCloseTo(0.25, 12);
    expect(rewardVariance([0, 1, 0, 1, 0, 1, 0])).toBeNull();
  });
});
