import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '@/lib/errors/app-error';
import { signalGroup, spawnKept } from '@/server/commands/kept-child';
import { prismaEnvironment } from '@/server/commands/prisma.mjs';
import {
  isStale,
  markMade,
  PRISMA_CLIENT,
  type Product,
  sourceHash,
  WEB_BUILD,
} from '@/server/commands/stale';
import { readDataDir } from '@/server/config/config';

type Environment = Record<string, string | undefined>;

/** Builds generated artefacts, the database client and the pages, each only if it is out of date. */

export async function makePrismaClient(): Promise<boolean> {
  return make(PRISMA_CLIENT, ['node_modules/prisma/build/index.js', 'generate'], prismaEnvironment());
}

/** The production build, including the files that the standalone server does not copy itself. */
export async function makeWebBuild(tell: (sentence: string) => void): Promise<boolean> {
  if (!isStale(WEB_BUILD)) return false;
  tell('Building the pages (under a minute) …');
  refuseDataInside('.next/standalone');
  rmSync('.next/standalone', { recursive: true, force: true });
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  return make(WEB_BUILD, ['node_modules/next/dist/bin/next', 'build'], env, () => {
    cpSync('.next/static', '.next/standalone/.next/static', { recursive: true });
    if (existsSync('public')) cpSync('public', '.next/standalone/public', { recursive: true });
  });
}

/**
 * A standalone server started by hand works in its own folder: data kept there would be deleted with the
 * build.
 */
function refuseDataInside(folder: string): void {
  const inside = [path.resolve(folder, '.data'), readDataDir()].find(
    (dataDir) => existsSync(dataDir) && !path.relative(path.resolve(folder), dataDir).startsWith('..'),
  );
  if (inside === undefined) return;
  throw new AppError(
    'CONFIG_INVALID',
    `The data folder ${inside} is inside the build, which is made anew: move it away by hand and name its place with WAGGLE_DATA_DIR.`,
  );
}

async function make(
  product: Product,
  args: readonly string[],
  env: Environment,
  finish?: () => void,
): Promise<boolean> {
  if (!isStale(product)) return false;
  const hash = sourceHash(product);
  const { code, output } = await runNode(args, env);
  if (code !== 0 || !existsSync(product.result)) {
    throw new AppError(
      'CONFIG_INVALID',
      `${output.trim()}\n"node ${args.join(' ')}" failed: fix the fault named above.`,
    );
  }
  finish?.();
  markMade(product, hash);
  return true;
}

const running = new Set<ChildProcess>();

/** Ends the current build and everything it started. */
export function stopMaking(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
}

function runNode(
  args: readonly string[],
  env: Environment,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawnKept(args, { cwd: process.cwd(), env, output: 'pipe' });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once('error', (error) => resolve({ code: null, output: `${output}${error.message}` }));
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, output });
    });
  });
}
