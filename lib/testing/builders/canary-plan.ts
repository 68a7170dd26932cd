import type { CanaryPlan } from '@/lib/domain/canary';

/** A small plan that anybody may register: half a point, 6,000 pairs, a look each 100. */
export function canaryPlan(changed: Partial<CanaryPlan> = {}): CanaryPlan {
  return {
    mode: 'shadow',
    margin: 0.005,
    share: 0.05,
    windowHours: 24,
    pairsMin: 200,
    pairsPlanned: 6000,
    lookEvery: 100,
    alpha: 0.05,
    guardrails: [],
    failureLevel: 'low',
    approvers: 1,
    liveSteps: [],
    stepHours: 24,
    watchHours: 168,
    outcomeWindowHours: 24,
    acceptsLowPower: true,
    ...changed,
  };
}
