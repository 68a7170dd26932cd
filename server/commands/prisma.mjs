/**
 * Runs the Prisma command line with the WebAssembly schema engine, so that it downloads nothing. Windows cannot
 * start a script as if it were a program: there Prisma fetches its own engine, as it also does anywhere with
 * WAGGLE_NATIVE_PRISMA_ENGINE=1. Use: node server/commands/prisma.mjs <prisma arguments>
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * The environment in which Prisma's command line works on this machine.
 * @param {Record<string, string | undefined>} [env]
 * @param {string} [platform]
 * @returns {Record<string, string | undefined>}
 */
export function prismaEnvironment(env = process.env, platform = process.platform) {
  const quiet = { ...env, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  const takesOwnEngine =
    platform === 'win32' || env.WAGGLE_NATIVE_PRISMA_ENGINE === '1' || env.PRISMA_SCHEMA_ENGINE_BINARY;
  if (takesOwnEngine) return quiet;
  return { ...quiet, PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, 'server/commands/schema-engine.mjs') };
}

/**
 * Runs one Prisma command to its end.
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, stdio?: 'inherit' | 'pipe' }} [options]
 */
export function runPrisma(args, { env = process.env, stdio = 'inherit' } = {}) {
  const environment = prismaEnvironment(env);
  // An archive or a copy may have lost the bit; without it the engine cannot start.
  const engine = environment.PRISMA_SCHEMA_ENGINE_BINARY;
  if (engine?.startsWith(root) && (statSync(engine).mode & 0o111) === 0) chmodSync(engine, 0o755);
  const cli = path.join(root, 'node_modules/prisma/build/index.js');
  return spawnSync(process.execPath, [cli, ...args], {
    cwd: root,
    env: environment,
    stdio,
    encoding: 'utf8',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exit(runPrisma(process.argv.slice(2)).status ?? 1);
}
