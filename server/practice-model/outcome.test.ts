import { describe, expect, it } from 'vitest';
import { codesIn, codeTag, difficultyOf, insightCodeOf, isAnsweredRight, topicOf } from './outcome';
import { PRACTICE_PROFILES } from './profiles';

const { formula, finer } = PRACTICE_PROFILES;
const IDS = Array.from({ length: 40_000 }, (_, index) => `example-${index}`);

describe('what becomes of an example', () => {
  it.each([formula, finer])('splits the ids of $id into the ruled shares', (profile) => {
    const share = (difficulty: string) =>
      IDS.filter((id) => difficultyOf(id, profile) === difficulty).length / IDS.length;
    expect(Math.abs(share('easy') - profile.easyShare)).toBeLessThan(0.01);
    expect(Math.abs(share('learnable') - profile.learnableShare)).toBeLessThan(0.01);
  });

  it('gives right answers always, only when taught, or never', () => {
    expect([true, false].map((isTaught) => isAnsweredRight('easy', isTaught))).toEqual([true, true]);
    expect([true, false].map((isTaught) => isAnsweredRight('learnable', isTaught))).toEqual([true, false]);
    expect([true, false].map((isTaught) => isAnsweredRight('hard', isTaught))).toEqual([false, false]);
  });

  it('takes the group as topic where there is one, else one of as many buckets as the profile has', () => {
    expect(topicOf('any', 'Till Margin', formula)).toBe('Till Margin');
    expect(new Set(IDS.map((id) => topicOf(id, null, finer))).size).toBe(finer.topicCount);
  });

  it('names a topic by six hex digits that another profile does not share', () => {
    const code = insightCodeOf('Till Margin', formula);
    expect(code).toMatch(/^[0-9A-F]{6}$/);
    expect(insightCodeOf('Till Margin', finer)).not.toBe(code);
    expect(codesIn(`a ${codeTag(code)} b ${codeTag('0A1B2C')} [lesson 0a1b2c]`)).toEqual([code, '0A1B2C']);
  });
});
