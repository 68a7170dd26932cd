import { codeOnly, isTest, type SourceFile, type Violation } from './source-file';

/** What the textbook must not touch, because a run has to come out the same whenever and wherever it is replayed. */
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
  { pattern: /(?<![.\w])console\s*\./, what: 'console', instead: 'return what is worth saying' },
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

/** The rules for `lib/`; fakes and builders under lib/testing are held to them too. */
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
