import { describe, expect, it } from 'vitest';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { usualPlan } from './usual-plan';

describe('the default of an empty plan field', () => {
  it('is said as the form takes it, in percent and days, and never a margin', () => {
    const usual = usualPlan(canaryPlan({ share: 0.05, windowHours: 48, liveSteps: [0.01, 0.25] }));
    expect(usual).toMatchObject({
      share: '5',
      windowDays: '2',
      pairsPlanned: '6000',
      liveSteps: '1 %, 25 %',
    });
    expect(usual).not.toHaveProperty('margin');
    expect(usualPlan(canaryPlan()).liveSteps).toBe('none');
  });
});
