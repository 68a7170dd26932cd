import { existsSync } from 'node:fs';
import path from 'node:path';
import { openSync } from 'fontkit';
import { AppError } from '@/lib/errors/app-error';

/**
 * The letters of a PDF: the fonts of the pages, out of packages, so that nothing is fetched. Knows which letters each
 * font has; who sets a text chooses among them.
 */
const SANS = 'geist/dist/fonts/geist-sans';
const MONO = 'geist/dist/fonts/geist-mono';
const MORE = 'pdfmake/fonts/Roboto';

/** The pages' server runs two folders below the root, with packages of its own; commands and tests run in the root. */
function packageFile(name: string): string {
  const folder = /* turbopackIgnore: true */ process.cwd();
  const file = ['.', '../..']
    .map((up) => path.join(folder, up, 'node_modules', name))
    .find((place) => existsSync(place));
  if (file === undefined) {
    throw new AppError('CONFIG_INVALID', `The font ${path.basename(name)} is missing: run "npm install".`);
  }
  return file;
}

export type FontName = 'sans' | 'mono' | 'more';

const findFiles = () => ({
  sans: {
    normal: packageFile(`${SANS}/Geist-Regular.ttf`),
    bold: packageFile(`${SANS}/Geist-SemiBold.ttf`),
  },
  mono: {
    normal: packageFile(`${MONO}/GeistMono-Regular.ttf`),
    bold: packageFile(`${MONO}/GeistMono-Regular.ttf`),
  },
  more: {
    normal: packageFile(`${MORE}/Roboto-Regular.ttf`),
    bold: packageFile(`${MORE}/Roboto-Medium.ttf`),
  },
});

interface Fonts {
  readonly files: ReturnType<typeof findFiles>;
  readonly has: Readonly<Record<FontName, ReadonlySet<number>>>;
}

let opened: Fonts | undefined;

/** Opened once a process, when the first document is made. */
export function fonts(): Fonts {
  if (opened) return opened;
  const files = findFiles();
  const has = {
    sans: lettersOf(files.sans.normal),
    mono: lettersOf(files.mono.normal),
    more: lettersOf(files.more.normal),
  };
  opened = { files, has };
  return opened;
}

function lettersOf(file: string): ReadonlySet<number> {
  const font = openSync(file);
  return new Set('characterSet' in font ? font.characterSet : []);
}
