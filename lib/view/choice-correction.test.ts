import { describe, expect, it } from 'vitest';
import { differenceOfChosen, gainOfChosen } from '@/lib/stats/chosen-gain';
import { choiceCorrection } from './choice-correction';

const scored = (isRight: (at: number) => boolean) => {
  const examples = Array.from({ length: 60 }, (_, at) => at);
  return {
    exampleIds: examples.map((at) => `e${String(at).padStart(2, '0')}`),
    scores: examples.map((at) => Number(isRight(at))),
  };
};
const best = scored((at) => at >= 3);
const second = scored((at) => at < 3 || at >= 7);
const original = scored((at) => at % 10 >= 3);
const two = { candidates: [best, second], chosen: 0 };
const one = { candidates: [best], chosen: 0 };
const [FROM, TO] = [{ mean: 0.7 }, { mean: 0.95 }];

describe('the correction of a difference for a choice', () => {
  it('explains a gain below the difference of the two scores', () => {
    const gain = gainOfChosen(original, two) ?? expect.fail('there is a gain');
    expect(gain.mean).toBeLessThan(0.2495);
    const said = 'Lower than the scores suggest: corrected for choosing the best of 2 prompts.';
    expect(choiceCorrection(gain, FROM, TO)).toBe(said);
    expect(said.split(' ').length).toBeLessThanOrEqual(14);
  });

  it('explains a difference of two runs that end at the same scores', () => {
    const lower = differenceOfChosen(one, two) ?? expect.fail('there is a difference');
    expect(choiceCorrection(lower, TO, TO)).toMatch(/^Lower than .* best of 2 prompts\.$/);
    const higher = differenceOfChosen(two, one) ?? expect.fail('there is a difference');
    expect(choiceCorrection(higher, TO, TO)).toMatch(/^Higher than /);
  });

  it('is not said where numbers agree, nothing was chosen, or scores are missing', () => {
    const plain = { mean: 0.2502, lower: 0.1, upper: 0.4, n: 60, comparisons: 2 };
    expect(choiceCorrection(plain, FROM, TO)).toBeNull();
    expect(choiceCorrection({ ...plain, mean: 0.2, comparisons: 1 }, FROM, TO)).toBeNull();
    expect(choiceCorrection({ ...plain, mean: 0.2, missing: 1 }, FROM, TO)).toBeNull();
  });
});
