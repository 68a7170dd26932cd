import { describe, expect, it } from 'vitest';
import { canaryPolicyOf, canarySentence } from './canary-policy';

describe('canaryPolicyOf (R-054)', () => {
  it('asks more of a prompt the more a regression costs', () => {
    const [low, medium, high] = (['low', 'medium', 'high'] as const).map((level) => canaryPolicyOf(level));
    expect(low).toMatchObject({ shadowShare: 0.05, shadowHours: 24, margin: 0.005, pairsMin: null });
    expect(low).toMatchObject({ liveSteps: [], approvers: 1 });
    expect(medium).toMatchObject({ pairsMin: 24_731, liveSteps: [], approvers: 1 });
    expect(high).toMatchObject({ pairsMin: 24_731, liveSteps: [0.01, 0.05, 0.25], approvers: 2 });
  });

  it('follows what was chosen instead of the defaults, and says it in one sentence', () => {
    const policy = canaryPolicyOf('high', { canaryShare: 0.2, canaryHours: 48, canaryMargin: 0.02 });
    expect(policy).toMatchObject({ shadowShare: 0.2, shadowHours: 48, margin: 0.02, pairsMin: 1546 });
    expect(canarySentence(policy)).toBe(
      'Canary: 20 % shadow traffic for 48 h, at most 2 points worse than the incumbent, at least 1,546 pairs, then 1 %, 5 %, 25 % of the live traffic; 2 people approve.',
    );
  });
});
