import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMentions } from './mention';

const people = [
  { userId: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' },
  { userId: 'ada2', name: 'Ada', email: 'ada.second@example.com' },
  { userId: 'ben', name: 'Ben', email: 'ben@example.com' },
  { userId: 'ben2', name: 'ben', email: 'ben.two@example.com' },
];
const said = (text: string) =>
  findMentions(text, people).map(({ start, end, userIds }) => [text.slice(start, end), ...userIds]);

describe('mentions in a text', () => {
  it('finds people by name and by address, the longest that fits, in any case', () => {
    expect(said('@ada lovelace, see @ADA and @ada@example.com.')).toEqual([
      ['@ada lovelace', 'ada'],
      ['@ADA', 'ada2'],
      ['@ada@example.com', 'ada'],
    ]);
  });

  it('means everybody who has the name, where several have it', () => {
    expect(said('@Ben?')).toEqual([['@Ben', 'ben', 'ben2']]);
  });

  it('takes no longer word for a shorter name, no address for a mention, and no code at all', () => {
    expect(said('@Adam')).toEqual([['@Adam']]);
    expect(said('@ada@example.com.au')).toEqual([['@ada@example.com.au']]);
    expect(said('write to someone@ben.example')).toEqual([]);
    expect(said('`@Ben` and\n```\n@Ben\n```\n(@Ben)')).toEqual([['@Ben', 'ben', 'ben2']]);
  });

  it('names only people whom it was given, and its places never overlap', () => {
    const piece = fc.constantFrom(
      '@',
      'ada',
      'Ada Lovelace',
      'ben@example.com',
      ' ',
      '.',
      '`',
      '\n',
      'x',
      '💥',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        let last = 0;
        for (const { start, end, userIds } of findMentions(pieces.join(''), people)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start + 1);
          last = end;
          for (const userId of userIds) expect(people.some((each) => each.userId === userId)).toBe(true);
        }
      }),
    );
  });
});
