import { describe, expect, it } from 'vitest';
import type { PromptWeightView } from '@/lib/contracts/prompt-weight';
import { weightLines } from './prompt-weight-words';

const WEIGHT: PromptWeightView = {
  ...{ runId: 'run_a', hash: 'a'.repeat(64), pricedAt: null, callsPerRollout: 1 },
  tokens: { baseline: 300, learned: 1_500 },
  addedUsd: { uncached: 3.6, cached: 0.36 },
  latency: { state: 'measured', medianMs: 84.4, lowerMs: 20, upperMs: 130, n: 240 },
};
const lineOf = (weight: PromptWeightView, term: string) =>
  weightLines(weight).find((line) => line.term === term)?.value;

describe('the words of a prompt weight', () => {
  it('say added tokens, dollars and time with unit, n and interval', () => {
    expect(weightLines(WEIGHT).map(({ value }) => value)).toEqual([
      '+1,200 tokens a call (300 → 1,500)',
      '+$3.60 per 1,000 calls (+$0.36 from the cache)',
      '+84 ms a call in the median (+20 ms to +130 ms, n = 240)',
    ]);
  });

  it('say less as less, unknown as unknown, and why nothing was measured', () => {
    const lighter = { ...WEIGHT, tokens: { baseline: 1_500, learned: 300 } };
    expect(lineOf(lighter, 'Added tokens')).toMatch(/^−1,200 tokens/);
    expect(lineOf({ ...WEIGHT, addedUsd: { uncached: null, cached: null } }, 'Added cost')).toBe(
      'price unknown',
    );
    const practice = { ...WEIGHT, latency: { state: 'notMeasured', reason: 'practice' } } as const;
    expect(lineOf(practice, 'Added latency')).toMatch(/not measured.*practice/);
  });

  it('multiply by the model calls of an agent, where they are known', () => {
    expect(lineOf({ ...WEIGHT, callsPerRollout: 3.25 }, 'Added per rollout')).toBe(
      '+3,900 tokens in 3.3 calls',
    );
    expect(lineOf({ ...WEIGHT, callsPerRollout: null }, 'Added per rollout')).toMatch(/^unknown/);
  });
});
