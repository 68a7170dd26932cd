import { describe, expect, it } from 'vitest';
import type { AggregationKind } from '@/lib/domain/manifest';
import { armName } from './arm-name';

const nameOf = (kind: AggregationKind, size: number | null, reducer: 'llm' | 'union' = 'llm') =>
  armName({
    aggregation: { kind, duplication: 2, groups: null, reducer, fanInMax: 24 },
    batch:
      size === null
        ? {
            kind: 'dynamic',
            profileSizes: [4, 8],
            tauShare: 0.016,
            peakSlope: 'analyticMin',
            maxBatch: 64,
            confirm: true,
            rewardVarianceFloor: null,
          }
        : { kind: 'static', size, reason: 'A size of its own.' },
  });

describe('the name of an arm', () => {
  it('says its aggregation and its batch size', () => {
    expect(nameOf('naive', 80)).toBe('Naive, batch size 80');
    expect(nameOf('combee', 80, 'union')).toBe('Combee, union, batch size 80');
    expect(nameOf('topK', 80, 'union')).toBe('Top-K retrieval, batch size 80');
    expect(nameOf('summary', 80)).toBe('Summarisation, batch size 80');
    expect(nameOf('hierarchicalSummary', null)).toBe("Hierarchical summarisation, controller's choice");
  });

  it('is sequential at batch size 1, unless that one reflection is summed up', () => {
    expect(nameOf('naive', 1)).toBe('Sequential, batch size 1');
    expect(nameOf('topK', 1)).toBe('Sequential, batch size 1');
    expect(nameOf('summary', 1)).toBe('Summarisation, batch size 1');
  });
});
