import { describe, expect, it } from 'vitest';
import type { DispatchSettings, PreemptionMode } from '@/lib/domain/scheduling';
import { AppError } from '@/lib/errors/app-error';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { assertBarrierMayOpen } from './open-barrier';

const base = buildManifest();
const dispatch = (preemption: PreemptionMode): DispatchSettings => ({
  queueTarget: 8,
  maxWaitMs: 200,
  utilisationFloor: null,
  rewardVarianceFloor: null,
  tokenBudget: 1000,
  lengthBuckets: [],
  preemption,
});
const OFF = { carryOverAfterShare: null, overlap: false };

describe('an open barrier beside pre-emption', () => {
  it.each(['drop', 'rollback'] as const)(
    'is refused where the map may be cut by %s, naming each switch',
    (mode) => {
      const pinned = {
        dispatch: dispatch(mode),
        aggregation: { ...base.aggregation, grouping: 'planned' as const },
        stragglers: { ...OFF, carryOverAfterShare: 0.9, overlap: true },
      };
      try {
        assertBarrierMayOpen(pinned);
        expect.unreachable('it must refuse');
      } catch (error) {
        if (!AppError.is(error, 'CONFIG_INVALID')) throw error;
        expect(error.fields.map(({ path }) => path)).toEqual([
          'aggregation.grouping',
          'stragglers.carryOverAfterShare',
          'stragglers.overlap',
        ]);
      }
    },
  );

  it('is allowed with drain, and without a policy', () => {
    const stragglers = { carryOverAfterShare: 0.9, overlap: true };
    const { aggregation } = base;
    expect(() =>
      assertBarrierMayOpen({ dispatch: dispatch('drain'), aggregation, stragglers }),
    ).not.toThrow();
    expect(() => assertBarrierMayOpen({ aggregation, stragglers })).not.toThrow();
  });
});
