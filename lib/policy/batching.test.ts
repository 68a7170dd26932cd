import { describe, expect, it } from 'vitest';
import { dispatchSettings } from '@/lib/contracts/dispatch-settings';
import type { AppError } from '@/lib/errors/app-error';
import { assertDispatch, assertPreemptible, assertSchedulerPinned, type GivenDispatch } from './batching';

const given = (changes: Partial<GivenDispatch> = {}): GivenDispatch => ({
  ...dispatchSettings.parse({}),
  ...changes,
});

const OFF = { queueTarget: null, maxWaitMs: null, utilisationFloor: null, rewardVarianceFloor: null };

function refusal(run: () => unknown): Pick<AppError, 'code' | 'kind'> | null {
  try {
    run();
    return null;
  } catch (error) {
    const { code, kind } = error as AppError;
    return { code, kind };
  }
}

describe('what a batching policy has to say', () => {
  it('R-080 refuses a policy whose every trigger is off, and takes it with any one of them', () => {
    expect(refusal(() => assertDispatch(given(OFF), 8))).toEqual({
      code: 'NO_FLUSH_TRIGGER',
      kind: 'refused',
    });
    const each: Partial<GivenDispatch>[] = [
      { queueTarget: 'lanes' },
      { maxWaitMs: 0 },
      { utilisationFloor: 0.5 },
      { rewardVarianceFloor: 0.01 },
    ];
    for (const one of each) expect(refusal(() => assertDispatch(given({ ...OFF, ...one }), 8))).toBeNull();
  });

  it('R-081 waits 200 ms at most by default, and a negative wait is no setting', () => {
    expect(assertDispatch(given(), 8).maxWaitMs).toBe(200);
    expect(dispatchSettings.safeParse({ maxWaitMs: -1 }).success).toBe(false);
  });

  it('R-086 takes bounds of length in rising order only', () => {
    expect(dispatchSettings.safeParse({ lengthBuckets: [100, 200] }).success).toBe(true);
    expect(dispatchSettings.safeParse({ lengthBuckets: [200, 200] }).success).toBe(false);
  });

  it('R-203 begins with the queue at the batch that the hardware takes, 200 ms, and a floor for the variance', () => {
    expect(assertDispatch(given(), 48)).toEqual({
      queueTarget: 48,
      maxWaitMs: 200,
      utilisationFloor: 0.9,
      rewardVarianceFloor: 0.005,
      tokenBudget: 262_144,
      lengthBuckets: [512, 1024, 2048, 4096, 8192, 16_384],
      preemption: 'drain',
    });
  });

  it('R-088 refuses a policy that leaves pre-emption open, and to pre-empt a run that pins none', () => {
    const unspecified = { code: 'PREEMPTION_UNSPECIFIED', kind: 'refused' };
    expect(refusal(() => assertDispatch(given({ preemption: null }), 8))).toEqual(unspecified);
    expect(assertDispatch(given({ preemption: 'rollback' }), 8).preemption).toBe('rollback');
    expect(refusal(() => assertPreemptible({}))).toEqual(unspecified);
    expect(assertPreemptible({ dispatch: assertDispatch(given(), 8) })).toBe('drain');
  });

  it('R-022 R-197 refuses a parallel run without a pinned scheduler; yardsticks may do without', () => {
    expect(refusal(() => assertSchedulerPinned({ kind: 'combee' }))).toEqual({
      code: 'UNPINNED_SCHEDULER',
      kind: 'conflict',
    });
    expect(
      refusal(() => assertSchedulerPinned({ kind: 'combee', dispatch: assertDispatch(given(), 8) })),
    ).toBeNull();
    expect(refusal(() => assertSchedulerPinned({ kind: 'serialBaseline' }))).toBeNull();
  });
});
