import fc from 'fast-check';
import { countTokens as countWhole } from 'gpt-tokenizer';
import { describe, expect, it } from 'vitest';
import { countTokens } from './count-tokens';

const PIECES = [
  'the rate of the year before ',
  '用户的问题是财务报表，',
  '👩‍👩‍👧‍👦🎉',
  'for (i = 0; i < n; i += 1) {\n  sum += v[i];\n}\n',
  '\n\n\n',
  'Überprüfung ',
  '<|endoftext|>',
];

describe('the tokens of a text', () => {
  it('are those of the whole text within one in fifty, wherever it is cut, and the same each time', () => {
    const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const whole = countWhole(text, { disallowedSpecial: new Set() });
        const counted = countTokens(text);
        expect(counted).toBeGreaterThanOrEqual(Math.floor(whole * 0.98));
        expect(counted).toBeLessThanOrEqual(Math.ceil(whole * 1.02) + 2);
        expect(countTokens(text)).toBe(counted);
      }),
      { numRuns: 60 },
    );
  });

  it('are never more than its bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (text) => {
        expect(countTokens(text)).toBeLessThanOrEqual(new TextEncoder().encode(text).length);
      }),
    );
  });

  it('count Chinese by what it is, not by its characters in English', () => {
    const text = '用户的问题是关于财务报表的计算方法。'.repeat(100);
    expect(countTokens(text)).toBeGreaterThan(text.length / 2);
  });
});
