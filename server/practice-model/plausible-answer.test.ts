import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameAnswer } from './judge-reply';
import { answerParts, wrongAnswer } from './plausible-answer';

const TAGS = ['TermLoanAmount', 'OfficeLeaseTerm', 'PensionRate', 'Other'];

describe('a wrong answer', () => {
  it('is never the expected number, however it is written', () => {
    const decimals = fc.tuple(
      fc.double({ min: -1e13, max: 1e13, noNaN: true }),
      fc.integer({ min: 0, max: 2 }),
    );
    fc.assert(
      fc.property(decimals, fc.string(), ([value, places], exampleId) => {
        const expected = value.toFixed(places);
        expect(isSameAnswer(wrongAnswer({ exampleId, expected, vocabulary: [] }), expected)).toBe(false);
      }),
    );
  });

  it('is wrong at every position of a tag list and as long as it', () => {
    const tagList = fc.array(fc.constantFrom(...TAGS), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(tagList, fc.string(), fc.subarray(TAGS), (tags, exampleId, vocabulary) => {
        const wrong = answerParts(wrongAnswer({ exampleId, expected: tags.join(','), vocabulary }));
        expect(wrong).toHaveLength(tags.length);
        for (const [place, tag] of tags.entries())
          expect(wrong[place]?.toLowerCase()).not.toBe(tag.toLowerCase());
      }),
    );
  });

  it('stays the same for an example', () => {
    const input = { exampleId: 'e1', expected: '15.0', vocabulary: [] };
    expect(wrongAnswer(input)).toBe(wrongAnswer(input));
    expect(Number(wrongAnswer(input))).not.toBeNaN();
  });
});
