import { describe, expect, it } from 'vitest';
import { attemptScore } from './rollout-facts';

const REWARD = { value: 0.66, selfReported: false, objectives: {}, feedback: null };
const ENVIRONMENT = {
  ...{ value: 1, rewards: {}, tests: null, output: '', changedFiles: [] },
  ...{ timedOut: false, withoutNetwork: false },
};

describe('the score of an attempt', () => {
  it('names a reward that the agent reports of itself', () => {
    expect(attemptScore({ reward: REWARD, environment: null }, 'training')).toEqual({
      term: 'Score',
      value: '66.0 %',
    });
    const own = { ...REWARD, selfReported: true };
    expect(attemptScore({ reward: own, environment: null }, 'training').term).toBe('Score, self-reported');
  });

  it('is the environment’s where no reward was given, and never 0 where nothing judged', () => {
    expect(attemptScore({ reward: null, environment: ENVIRONMENT }, 'training').value).toBe('100.0 %');
    expect(attemptScore({ reward: null, environment: null }, 'training').value).toBe('–');
  });

  it('is not scored in a test, unless the agent or its environment gives a score', () => {
    const none = { reward: null, environment: null };
    expect(attemptScore(none, 'test').value).toBe('Not scored: a test');
    expect(attemptScore({ ...none, reward: REWARD }, 'test').value).toBe('66.0 %');
  });
});
