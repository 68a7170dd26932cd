import { describe, expect, it } from 'vitest';
import { checkWords, wordsToLeave } from './check-words';

const listed = ['who', 'ever'].join('');

describe('the lint of words', () => {
  it('names the line and the words to use instead', () => {
    expect(wordsToLeave('a.ts', `const a = 1;\n// The key of ${listed} asked.`)).toEqual([
      { file: 'a.ts', line: 2, text: listed, instead: expect.stringContaining('Name the person') },
    ]);
  });

  it.each(['/** What a run cost. */', '// Of one arm.', '/* Those that ended. */'])(
    'refuses the opening of %s',
    (comment) => expect(wordsToLeave('a.ts', comment.replace('/* ', '/** '))).toHaveLength(1),
  );

  it.each(['const understands = true;', 'a recommendation', '// Offered What', 'for good reasons'])(
    'passes %s',
    (text) => expect(wordsToLeave('a.ts', text)).toEqual([]),
  );

  it('excuses a listed file, and asks to unlist it once it is clean', () => {
    const files = new Map([
      ['old.ts', `// ${listed}`],
      ['clean.ts', '// Plain.'],
    ]);
    expect(checkWords(files, new Set(['old.ts', 'clean.ts']))).toEqual({
      words: [],
      listedInVain: ['clean.ts'],
    });
  });
});
