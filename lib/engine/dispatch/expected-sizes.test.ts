import { describe, expect, it } from 'vitest';
import type { DispatchSettings } from '@/lib/domain/scheduling';
import { type ExpectedWorkload, expectedSizes } from './expected-sizes';

const SETTINGS: DispatchSettings = {
  queueTarget: 16,
  maxWaitMs: 200,
  utilisationFloor: 0.9,
  rewardVarianceFloor: null,
  tokenBudget: 200_000,
  lengthBuckets: [512, 1024, 2048],
  preemption: 'drain',
};

const WORKLOAD: ExpectedWorkload = {
  rollouts: 100,
  lanes: 16,
  promptTokensMedian: 900,
  answerTokens: 500,
  delayMedianMs: 12_900,
  sigma: 0.5,
  score: 0.7,
};

/** 100 answers, 100 reflections, ten groups, one combination. */
const CALLS = 211;

const callsIn = (sizes: Readonly<Record<string, number>>) =>
  Object.entries(sizes).reduce((sum, [size, count]) => sum + Number(size) * count, 0);

describe('R-090 the expected distribution of batch sizes', () => {
  it('accounts for every call of an iteration once, and for every batch by its reason', () => {
    const expected = expectedSizes(SETTINGS, WORKLOAD, 1);
    expect(callsIn(expected.sizes)).toBe(CALLS);
    const counts = Object.values(expected.byReason);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(expected.flushes);
    expect(expected.meanSize).toBeCloseTo(CALLS / expected.flushes, 10);
  });

  it('is the same for the same seed, and another for another', () => {
    const sizes = (seed: number) => JSON.stringify(expectedSizes(SETTINGS, WORKLOAD, seed));
    expect(sizes(1)).toBe(sizes(1));
    expect(sizes(1)).not.toBe(sizes(2));
  });

  it('follows the policy: a long wait without a floor gathers larger batches than none', () => {
    const patient = { ...SETTINGS, queueTarget: null, utilisationFloor: null, maxWaitMs: 2_000 };
    const hasty = { ...SETTINGS, queueTarget: 1 };
    const meanOf = (settings: DispatchSettings) =>
      expectedSizes(settings, { ...WORKLOAD, lanes: 300 }, 3).meanSize ?? 0;
    expect(meanOf(patient)).toBeGreaterThan(2 * meanOf(hasty));
  });

  it('holds no batch larger than the lanes or the token budget allow', () => {
    const tight = { ...SETTINGS, tokenBudget: 7_000 };
    const { sizes } = expectedSizes(tight, { ...WORKLOAD, lanes: 6 }, 4);
    expect(Math.max(...Object.keys(sizes).map(Number))).toBeLessThanOrEqual(6);
  });
});
