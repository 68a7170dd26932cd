import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { type Files, packed, unpacked } from './archive';

const files = fc
  .dictionary(fc.stringMatching(/^[a-z][a-z0-9/.-]{0,60}$/), fc.uint8Array({ maxLength: 2000 }), {
    minKeys: 1,
  })
  .map((record) => new Map(Object.entries(record)))
  .filter((map) => !map.has('files.json'));

describe('the archive of a study', () => {
  it('gives back every file as it was, and packs the same files to the same bytes', () => {
    fc.assert(
      fc.property(files, (given) => {
        const back = unpacked(packed(given));
        expect([...back.keys()].sort()).toEqual([...given.keys()].sort());
        for (const [name, content] of given)
          expect(Buffer.from(back.get(name) ?? [])).toEqual(Buffer.from(content));
        expect(packed(new Map([...given].reverse()))).toEqual(packed(given));
      }),
    );
  });

  it('refuses a bundle of which a byte was changed, unless every file in it is still the same', () => {
    fc.assert(
      fc.property(files, fc.nat(), fc.integer({ min: 1, max: 255 }), (given, place, by) => {
        const bundle = packed(given);
        const changed = Uint8Array.from(bundle);
        const at = place % bundle.length;
        changed[at] = ((changed[at] ?? 0) + by) % 256;
        // Some bits of gzip's header and its last block mean nothing.
        expect(readOrRefused(changed)).toSatisfy((read) => read === null || sameFiles(read, given));
      }),
    );
  });
});

function readOrRefused(bundle: Uint8Array): Files | null {
  try {
    return unpacked(bundle);
  } catch (error) {
    if (AppError.is(error, 'INPUT_INVALID')) return null;
    throw error;
  }
}

function sameFiles(a: Files, b: Files): boolean {
  return (
    a.size === b.size && [...a].every(([name, content]) => Buffer.from(b.get(name) ?? []).equals(content))
  );
}
