import type { RunManifest } from '@/lib/domain/manifest';
import { learnsInParallel, type RunKind } from '@/lib/domain/run';
import type { DispatchSettings, PreemptionMode } from '@/lib/domain/scheduling';

import { SCHEDULER_LEFT_OUT } from './rules/anti-patterns';
import { FLUSH_TRIGGERED, PREEMPTION_SAID } from './rules/batching';
import { refusal } from './rules/rule';

/** Requirements on the dispatch policy that a run is pinned to; R-022 requires one. */
export interface GivenDispatch {
  /** "lanes" = as many as may be in flight at once. */
  readonly queueTarget: number | 'lanes' | null;
  readonly maxWaitMs: number | null;
  readonly utilisationFloor: number | null;
  readonly rewardVarianceFloor: number | null;
  readonly tokenBudget: number;
  readonly lengthBuckets: readonly number[];
  readonly preemption: PreemptionMode | null;
}

/** @throws AppError NO_FLUSH_TRIGGER, PREEMPTION_UNSPECIFIED */
export function assertDispatch(given: GivenDispatch, lanes: number): DispatchSettings {
  assertFlushTrigger(given);
  return {
    ...given,
    queueTarget: given.queueTarget === 'lanes' ? lanes : given.queueTarget,
    preemption: assertPreemption(given.preemption),
  };
}

/** Without a trigger requests would go out only when nothing else is under way: one call after the other. */
function assertFlushTrigger(given: GivenDispatch): void {
  const { queueTarget, maxWaitMs, utilisationFloor, rewardVarianceFloor } = given;
  if ([queueTarget, maxWaitMs, utilisationFloor, rewardVarianceFloor].some((value) => value !== null)) return;
  const off = ['queueTarget', 'maxWaitMs', 'utilisationFloor', 'rewardVarianceFloor'];
  throw refusal(FLUSH_TRIGGERED, {
    fields: off.map((name) => ({ path: `dispatch.${name}`, message: 'Off. One of these four is needed.' })),
  });
}

/** @throws AppError PREEMPTION_UNSPECIFIED */
function assertPreemption(preemption: PreemptionMode | null): PreemptionMode {
  if (preemption !== null) return preemption;
  throw refusal(PREEMPTION_SAID, {
    fields: [{ path: 'dispatch.preemption', message: 'Choose drop, drain or rollback.' }],
  });
}

/** pre-emption needs a pinned pre-emption mode. @throws AppError PREEMPTION_UNSPECIFIED */
export function assertPreemptible({ dispatch }: Pick<RunManifest, 'dispatch'>): PreemptionMode {
  if (dispatch) return dispatch.preemption;
  throw refusal(PREEMPTION_SAID, {
    found: 'This run pins no batching policy, so it does not say.',
    howToProceed: ['Start a parallel run of an experiment whose settings hold a batching policy.'],
  });
}

/** a parallel run without a scheduler cannot be repeated. @throws AppError UNPINNED_SCHEDULER */
export function assertSchedulerPinned(pinned: {
  readonly kind: RunKind;
  readonly dispatch?: DispatchSettings | undefined;
}): void {
  if (!learnsInParallel(pinned.kind) || pinned.dispatch !== undefined) return;
  throw refusal(SCHEDULER_LEFT_OUT, {
    fields: [{ path: 'dispatch', message: 'The scheduler is part of the prompt. Pin it.' }],
  });
}
