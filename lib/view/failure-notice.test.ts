import { describe, expect, it } from 'vitest';
import { describeFailures } from './failure-notice';

const counts = (failures: number) => ({ failures, trainRollouts: 30, evaluationRollouts: 1070 });

describe('The notice above a run with failures', () => {
  it('counts them against all rollouts, those for evaluation included', () => {
    expect(describeFailures(counts(270))).toBe('270 failures in 1,100 rollouts');
  });

  it('is silent below one in twenty and before the first rollout', () => {
    expect(describeFailures(counts(54))).toBeNull();
    expect(describeFailures(counts(55))).not.toBeNull();
    expect(describeFailures({ failures: 0, trainRollouts: 0, evaluationRollouts: 0 })).toBeNull();
  });
});
