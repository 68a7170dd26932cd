import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inShell } from '../curl';
import { pageOverApi } from './pages-over-api';
import { inCode, LANGUAGES } from './request-snippets';

const ORIGIN = 'http://localhost:3000';
/** Any text but the one character that no shell can hand on. */
const text = fc.string({ unit: 'binary', maxLength: 30 }).map((drawn) => drawn.replaceAll('\0', ''));
const quoted = fc
  .array(fc.constantFrom("'", '"', '\\', '$(id)', '`id`', '${HOME}', '\n', ' ', '!', 'é', '🐝'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

/** Words into which a shell splits a line. */
const wordsOf = (line: string) =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

function snippetsOf(q: string): Readonly<Record<string, string>> {
  const [request] = pageOverApi('/runs', new URLSearchParams({ q }).toString()).requests;
  if (request === undefined) throw new Error('the list of runs is always asked for');
  return Object.fromEntries(LANGUAGES.map(({ key, codeOf }) => [key, codeOf(request, ORIGIN)]));
}

describe('a request as something to paste', () => {
  it('quotes any text so that the shell reads the same text again', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(text, quoted), { minLength: 1, maxLength: 20 }), (texts) => {
        expect(wordsOf(texts.map(inShell).join(' '))).toEqual(texts);
      }),
      { numRuns: 25 },
    );
  });

  it('quotes any text so that TypeScript and Python read the same text again', () => {
    fc.assert(
      fc.property(fc.oneof(text, quoted), (given) => {
        const code = inCode(given);
        expect(JSON.parse(code)).toBe(given);
        // Python would read two halves of a character as two characters.
        expect(code).not.toMatch(/\\u[dD][89a-fA-F]/);
        expect(code).not.toMatch(/[\n\r]/);
      }),
    );
  });

  it('asks for the same in each language, whatever a name has in it', () => {
    fc.assert(
      fc.property(quoted, (drawn) => {
        const name = drawn.trim();
        const { curl = '', typescript = '', python = '', command = '' } = snippetsOf(name);
        const url = wordsOf(curl)[2] ?? '';
        expect(new URL(url).searchParams.get('search') ?? '').toBe(name);
        for (const code of [typescript, python]) expect(code).toContain(inCode(url));
        const words = wordsOf(command);
        expect(words.slice(0, 6)).toEqual(['npm', 'run', '-s', 'waggle', '--', 'call']);
        expect(words.slice(7)).toEqual(name === '' ? [] : ['--query', `search=${name}`]);
      }),
      { numRuns: 25 },
    );
  });

  it('names the variable of the key and never a key', () => {
    const { curl, typescript, python } = snippetsOf('it’s');
    expect(curl).toBe(
      `curl -s 'http://localhost:3000/api/v1/runs?search=it%E2%80%99s' \\\n  -H "Authorization: Bearer $WAGGLE_KEY"`,
    );
    expect(typescript).toContain("Authorization: 'Bearer ' + process.env.WAGGLE_KEY");
    expect(python).toContain('"Authorization": "Bearer " + os.environ["WAGGLE_KEY"]');
  });
});
