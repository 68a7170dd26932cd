import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openSync } from 'fontkit';
import { describe, expect, it } from 'vitest';

/**
 * Machines without a font of symbols draw a box for a character that the shipped fonts lack. Comments are left out;
 * emoji of fixtures are in tests alone.
 */
const FONTS = ['geist-sans/Geist-Variable', 'geist-mono/GeistMono-Variable'].map((name) =>
  openSync(path.resolve(`node_modules/geist/dist/fonts/${name}.woff2`)),
);

/** Pages, and where sentences for them are made. */
const FOLDERS = [
  ...['app', 'components', 'lib', 'docs/guide'],
  ...['server/http', 'server/operations', 'server/services'],
];

function writtenIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.(?:tsx?|md)$/.test(file) && !/^testing|README/.test(file))
    .map((file) => path.join(folder, file));
}

const withoutComments = (source: string) =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<=^|\s)\/\/.*$/gm, '');

describe('the words of the pages', () => {
  it('use only characters that the shipped fonts can draw', () => {
    const files = FOLDERS.flatMap(writtenIn);
    expect(files.length).toBeGreaterThan(100);
    const missing = files.flatMap((file) => {
      const characters = new Set(withoutComments(readFileSync(file, 'utf8')).match(/\P{ASCII}/gu));
      return [...characters]
        .filter(
          (one) =>
            !FONTS.every(
              (font) => 'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0),
            ),
        )
        .map((one) => `${one} in ${file}`);
    });
    expect(missing).toEqual([]);
  });
});
