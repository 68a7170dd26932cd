import { codeOnly, isTest, type SourceFile, type Violation } from './source-file';

/** Casts through `unknown` in lib and server; lower it with every cast that goes. */
const CASTS_MAX = 15;

const CAST = /\bas\s+unknown\s+as\b/g;

/** A cast hides what a schema would find: one more than there were is refused, in the file that has the most. */
export function checkCasts(files: readonly SourceFile[]): Violation[] {
  const counted = files
    .filter(({ path }) => /^(?:lib|server)\/.*\.tsx?$/.test(path) && !isTest(path))
    .map(({ path, text }) => ({ path, casts: [...codeOnly(text).matchAll(CAST)].length }));
  const total = counted.reduce((sum, { casts }) => sum + casts, 0);
  const [most] = counted.toSorted((a, b) => b.casts - a.casts);
  if (total <= CASTS_MAX || most === undefined) return [];
  const sentence = `has ${most.casts} of ${total} casts through unknown in lib and server, and ${CASTS_MAX} are allowed: read stored JSON with its schema (server/db/stored-json).`;
  return [{ file: most.path, sentence }];
}
