import { describe, expect, it } from 'vitest';
import { planDraftOf } from './plan-draft';
import { usualPlan } from './usual-plan';

describe('what an empty field of a plan stands for', () => {
  it('follows the failure cost, and never says a margin', () => {
    const low = usualPlan(planDraftOf({ failureLevel: 'low' }));
    const high = usualPlan(planDraftOf({ failureLevel: 'high' }));
    expect(low).toMatchObject({ windowDays: '1', pairsPlanned: '6000', approvers: '1', liveSteps: 'none' });
    expect(Number(high.approvers)).toBeGreaterThan(1);
    expect(high.liveSteps).toContain('1 %');
    expect(low).not.toHaveProperty('margin');
  });

  it('asks for more pairs where the margin is small and a failure dear, and never plans fewer than the least', () => {
    const { pairsMin, pairsPlanned } = usualPlan(planDraftOf({ failureLevel: 'high', margin: 0.001 }));
    expect(Number(pairsMin)).toBeGreaterThan(6000);
    expect(pairsPlanned).toBe(pairsMin);
  });
});
