import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { assertAggregation, ofKind } from './aggregation';

const usual = { groups: null, reducer: 'llm', grouping: 'afterBarrier' } as const;
type Given = Parameters<typeof assertAggregation>[0];

function refusedFields(given: Given): string[] | null {
  try {
    assertAggregation(given);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe('CONFIG_INVALID');
    expect(error.howToProceed.length).toBeGreaterThan(0);
    return (error.fields ?? []).map(({ path }) => path);
  }
}

describe('settings of an arm with one aggregator call', () => {
  it.each(['topK', 'summary', 'hierarchicalSummary'] as const)(
    '%s has no groups and no second level',
    (kind) => {
      expect(refusedFields({ kind, ...usual })).toBeNull();
      expect(refusedFields({ kind, groups: null, reducer: 'llm' })).toBeNull();
      expect(refusedFields({ kind, ...usual, reducer: 'union' })).toEqual(['aggregation.reducer']);
      expect(refusedFields({ kind, groups: 3, reducer: 'union', grouping: 'planned' })).toEqual([
        'aggregation.grouping',
        'aggregation.reducer',
        'aggregation.groups',
      ]);
    },
  );

  it('are not asked of Combee and of the naive arm', () => {
    for (const kind of ['combee', 'naive'] as const) {
      expect(refusedFields({ kind, groups: 3, reducer: 'union', grouping: 'planned' })).toBeNull();
    }
  });

  it('are left out where settings of Combee are taken over for such an arm', () => {
    const combee = {
      duplication: 2,
      fanInMax: 24,
      groups: 3,
      reducer: 'union',
      grouping: 'planned',
    } as const;
    for (const kind of ['topK', 'summary', 'hierarchicalSummary'] as const) {
      expect(refusedFields(ofKind({ kind: 'combee', ...combee }, kind))).toBeNull();
    }
    expect(ofKind({ kind: 'combee', ...combee }, 'naive')).toEqual({ kind: 'naive', ...combee });
  });
});
