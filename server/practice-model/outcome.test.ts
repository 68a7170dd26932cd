import { describe, expect, it } from 'vitest';
import { insightSentence } from './insight-words';
import { codesIn, difficultyOf, insightCodeOf, isAnsweredRight, subjectOf, topicOf } from './outcome';
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

  it('gives each topic without a group a name, and two profiles share none', () => {
    const names = [formula, finer].flatMap((profile) =>
      Array.from({ length: profile.topicCount }, (_, index) => subjectOf(`bucket ${index}`, profile)),
    );
    expect(new Set(names).size).toBe(formula.topicCount + finer.topicCount);
  });

  it('is taught by advice on its topic, numbered, continued or in other letters, and by nothing else', () => {
    const code = insightCodeOf('Till <Margin>', formula);
    for (const id of IDS.slice(0, 200)) {
      const sentence = insightSentence({
        subject: subjectOf('Till <Margin>', formula),
        question: id,
        profile: formula,
      });
      expect(sentence).toMatch(/^[A-Z][^[\]"“]*\.$/);
      expect(codesIn(`[calc-00001] helpful=0 harmful=0 :: ${sentence}`)).toEqual([code]);
      expect(codesIn(`- ${sentence.toUpperCase()} And mind the date.`)).toEqual([code]);
      expect(
        codesIn(
          `${sentence} ${insightSentence({ subject: 'Profit for a Share, net', question: id, profile: finer })}`,
        ),
      ).toEqual([code, 'profit for a share, net']);
    }
    expect(codesIn('The Till Margin matters. For Till Margin, be careful.')).toEqual([]);
  });

  it('is named in the same words by questions that begin alike, and in others by other questions', () => {
    const said = (question: string) =>
      insightSentence({ subject: 'Till Margin', question, profile: formula });
    const opening = 'In the spring of last year the owner of the shop in Lowick read one line';
    expect(said(`${opening} of the till sheet: 5.`)).toBe(said(`${opening} of the till sheet: 6.`));
    expect(new Set(IDS.slice(0, 30).map((id) => said(`${id} ${opening}`))).size).toBeGreaterThan(25);
  });
});
