import { describe, expect, it } from 'vitest';
import { wordsToLeave } from './check-words';

const person = ['who', 'ever'].join('');
const none = ['no', 'body'].join('');

describe('the lint of words', () => {
  it('names the line and the words to use instead', () => {
    expect(wordsToLeave('a.ts', `const a = 1;\n// The key of ${person} asked.`)).toEqual([
      { file: 'a.ts', line: 2, text: person, instead: expect.stringContaining('Name the person') },
    ]);
  });

  it.each(['/** What a run cost. */', '// Of one arm.', '/* Those that ended. */'])(
    'refuses the opening of %s',
    (comment) => expect(wordsToLeave('a.ts', comment.replace('/* ', '/** '))).toHaveLength(1),
  );

  it.each([
    'const understands = true;',
    'a recommendation',
    '// Offered What',
    'for good reasons',
    `account('${none}')`,
  ])('passes %s', (text) => expect(wordsToLeave('a.ts', text)).toEqual([]));
});
