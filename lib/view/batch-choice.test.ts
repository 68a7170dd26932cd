import { describe, expect, it } from 'vitest';
import type { BatchPlan } from '@/lib/domain/batch-plan';
import { batchChoice } from './batch-choice';

function plan(rest: Partial<BatchPlan>): BatchPlan {
  return {
    ...{ iteration: 0, size: 87, reason: 'plateau', basis: { kind: 'smallest', size: 87 }, caps: [] },
    ...{ fit: null, plateau: null, extrapolated: false },
    inputs: {
      ...{ remainingExamples: 8, lanes: 4, promptTokens: 1, tokensPerRollout: null },
      ...{ rewardVariance: null, finishedIterations: 0 },
    },
    ...rest,
  };
}

describe('the chosen batch size in one sentence', () => {
  it('names the size and the reason', () => {
    expect(batchChoice([plan({})])).toBe('Chose 87: larger batches save little time.');
    expect(batchChoice([plan({ reason: 'static', size: 4 })])).toBe('Fixed at 4 by the experiment.');
    expect(batchChoice([plan({ reason: 'degenerate', size: 8 })])).toContain('smallest size, 8');
  });

  it('names the limit that kept the size below its plateau', () => {
    expect(batchChoice([plan({ size: 16, caps: ['lanes'] })])).toBe('Chose 16: there are no more lanes.');
  });

  it('keeps the size that was chosen when the last examples make a smaller batch', () => {
    expect(batchChoice([plan({}), plan({ reason: 'lastPartial', size: 3 })])).toContain('87');
  });

  it('claims no choice before one was made', () => {
    expect(batchChoice([])).toBe('No batch size is chosen yet.');
    expect(batchChoice([plan({ reason: 'profiling', size: 32 })])).toBe(
      'Timing a batch of 32 before a size is chosen.',
    );
  });
});
