import { codeOnly, isTest, type SourceFile, type Violation } from './source-file';

/**
 * Impure calls that `lib/` must not contain, because a replay has to give the same result at any time and
 * place.
 */
const IMPURE: readonly { readonly pattern: RegExp; readonly what: string; readonly instead: string }[] = [
  {
    pattern: /(?<![.\w])Date\b(?!\s*[:?])/,
    what: 'Date',
    instead: 'take the time from the clock port, or as a number of milliseconds',
  },
  { pattern: /(?<![.\w])process\s*[.[]/, what: 'process', instead: 'take the setting as an argument' },
  { pattern: /(?<![.\w])fetch\s*\(/, what: 'fetch', instead: 'ask through a port' },
  {
    pattern: /(?<![.\w])(?:set(?:Timeout|Interval|Immediate)|queueMicrotask)\s*\(/,
    what: 'a timer',
    instead: 'let the clock port wait',
  },
  { pattern: /(?<![.\w])console\s*\./, what: 'console', instead: 'return the message' },
  {
    pattern: /\bMath\s*\.\s*random\b/,
    what: 'Math.random',
    instead: 'fork a stream from lib/random/seeded-rng',
  },
  {
    pattern: /(?<![.\w])performance\s*\./,
    what: 'performance',
    instead: 'take the time from the clock port',
  },
  { pattern: /(?<![.\w])crypto\s*\./, what: 'crypto', instead: 'use @noble/hashes, or a seeded stream' },
];

/** The rules for `lib/`, including fakes and builders under lib/testing. */
export function checkPurity(files: readonly SourceFile[]): Violation[] {
  return files.filter(({ path }) => path.startsWith('lib/') && !isTestFileOnly(path)).flatMap(checkFile);
}

function isTestFileOnly(path: string): boolean {
  return isTest(path) && /\.test\.tsx?$/.test(path);
}

function checkFile({ path, text }: SourceFile): Violation[] {
  const code = codeOnly(text);
  const uses = IMPURE.filter(({ pattern }) => pattern.test(code));
  return uses.map(({ what, instead }) => ({
    file: path,
    sentence: `uses ${what}, and lib is pure: ${instead}.`,
  }));
}
