import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FileFormat, IMPORT_LIMITS, type ReadRecord } from './import-types';
import { openReader } from './open-file';
import { isFault } from './record-reader';

const read = (text: string, format: FileFormat, cuts: readonly number[] = []): ReadRecord[] => {
  const { reader } = openReader({ name: 'd', text }, format);
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  const parts = [0, ...places].map((from, index) => text.slice(from, places[index]));
  return [...parts.flatMap((part) => [...reader.take(part)]), ...reader.end()];
};

/** Faults come with the part in which they are found, before or after its records. */
const apart = (records: readonly ReadRecord[]) => ({
  records: records.filter((record) => !isFault(record)),
  faults: records
    .filter(isFault)
    .map(({ where, message }) => `${where} ${message}`)
    .sort(),
});

/** Readers keep at most a record between two parts, so a line that never ends is dropped while it is read. */
const long = 'x'.repeat(IMPORT_LIMITS.recordLength + 1);

describe('a file that is read in parts', () => {
  const texts: readonly [FileFormat, string][] = [
    ['jsonLines', '{"q":"one","a":1.0}\n\n  \r\nbroken\n{"q":"two","a":"\\n"}'],
    ['json', '[{"q":"o]n\\"e","a":1.0},\n ,{"q":["two"],"a":{"b":[]}},\n7]\n x'],
    ['json', '{"q":["one","two"],\n"a":[1.0,2]}'],
    ['csv', 'q,a\n"one, ""two""\nthree",1\nbad"x"y,2\nshort\nok,4\n"open,1\nmore'],
    ['tsv', 'q\ta\r\none\t1\r\ntwo\t2'],
  ];

  it.each(texts)('gives the same records as the whole (%s %j)', (format, text) => {
    const whole = read(text, format);
    expect(whole.length).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        expect(apart(read(text, format, cuts))).toEqual(apart(whole));
      }),
    );
  });

  it('names a line or element that is too long and goes on behind it', () => {
    const cuts = Array.from({ length: 40 }, (_, index) => index * 30_000);
    expect(read(`{"q":"${long}"}\n{"q":1}`, 'jsonLines', cuts)).toMatchObject([
      { line: 1, message: expect.stringContaining('characters') },
      { line: 2, row: 2 },
    ]);
    expect(read(`[{"q":"${long}"},\n{"q":1}]`, 'json', cuts)).toMatchObject([
      { line: 1, message: expect.stringContaining('characters') },
      { line: 2, row: 2 },
    ]);
  });

  it('ends at a line of a table that is too long, since the rest may be inside its quotes', () => {
    const records = read(`q,a\nok,1\n"${long}`, 'csv');
    expect(records).toMatchObject([{ line: 2 }, { stop: { line: 3 } }]);
  });
});
