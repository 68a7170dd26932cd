/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out, because the registry at hand
 * does not carry them. Without them `npm ci` refuses the file, and other platforms would get no native binaries.
 * Use: npm run lock:complete, after every change of dependencies.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SYSTEMS = /\b(darwin|linux|win32|android|freebsd|openbsd|netbsd|sunos|aix|openharmony)/;
const PROCESSORS = /\b(arm64|x64|ia32|arm|riscv64|ppc64|s390x|loong64|mips64el|wasm32)/;
const EXACT_VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/;

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   resolved?: string, optionalDependencies?: Record<string, string> }} LockEntry
 * @typedef {{ name: string, range: string, of: string }} Missing
 */

/**
 * Optional packages that some entry names and the file does not hold.
 * @param {Record<string, LockEntry>} packages
 * @returns {Missing[]}
 */
export function missingOptionals(packages) {
  return Object.entries(packages).flatMap(([where, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isReachable(packages, where, name))
      .map(([name, range]) => ({ name, range, of: where })),
  );
}

/** Node looks for a package beside its user first and then in every folder above. */
function isReachable(packages, where, name) {
  for (let from = where; ; from = from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${from ? `${from}/` : ''}node_modules/${name}`]) return true;
    if (from === '') return false;
  }
}

/**
 * The packages with an entry for each missing one, in the order in which npm writes them.
 * @param {Record<string, LockEntry>} packages
 */
export function completePackages(packages) {
  const complete = { ...packages };
  for (const { name, range, of } of missingOptionals(packages)) {
    const version = range.replace(/^[\^~]/, '');
    const platform = platformOf(name);
    // Only a platform's binary, pinned by its owner, can be written down without asking a registry.
    if (!EXACT_VERSION.test(version) || platform === null) continue;
    const dev = packages[of]?.dev ? { dev: true } : {};
    complete[`node_modules/${name}`] = {
      version,
      ...platform.cpu,
      ...dev,
      ...platform.libc,
      optional: true,
      ...platform.os,
    };
  }
  for (const entry of Object.values(complete)) delete entry.resolved;
  return Object.fromEntries(Object.entries(complete).sort(([a], [b]) => a.localeCompare(b, 'en')));
}

/** @param {string} name */
function platformOf(name) {
  const os = SYSTEMS.exec(name)?.[1];
  const cpu = PROCESSORS.exec(name)?.[1];
  if (!os && !cpu) return null;
  const libc = name.includes('musl') ? ['musl'] : name.includes('gnu') && os === 'linux' ? ['glibc'] : null;
  return { os: os ? { os: [os] } : {}, cpu: cpu ? { cpu: [cpu] } : {}, libc: libc ? { libc } : {} };
}

function main() {
  const file = path.resolve(import.meta.dirname, '../../package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const before = missingOptionals(lock.packages).length;
  lock.packages = completePackages(lock.packages);
  const left = missingOptionals(lock.packages);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added ${before - left.length} optional packages to package-lock.json.`);
  for (const { name, range, of } of left)
    console.error(`${of} wants ${name}@${range}, which has to be added by hand.`);
  process.exitCode = left.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
