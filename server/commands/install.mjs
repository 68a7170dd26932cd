/**
 * Installs the packages of package-lock.json if node_modules lacks them. Runs on the machine's own Node
 * before anything is installed, so it imports only Node's own modules.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const lockFile = path.join(root, 'package-lock.json');
const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.waggle-stamp');
/** npm's own record of the installed packages; absent after an interrupted install. */
const installedLockFile = path.join(modules, '.package-lock.json');

/** Everything that must be unchanged for an installation to count as current. */
export function installStamp() {
  return createHash('sha256')
    .update(readFileSync(lockFile))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
}

/** Whether node_modules holds the packages of the lock file. */
export function isInstalled() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === installStamp()) return true;
  if (!existsSync(installedLockFile)) return false;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const present = JSON.parse(readFileSync(installedLockFile, 'utf8')).packages;
  return holdsAll(wanted, present);
}

/**
 * Every package that is not optional must be present in its version.
 * @param {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} wanted
 * @param {Record<string, { version?: string }>} present
 */
export function holdsAll(wanted, present) {
  return Object.entries(wanted).every(
    ([where, entry]) =>
      where === '' || entry.optional || entry.devOptional || present[where]?.version === entry.version,
  );
}

/** Makes node_modules current; false if npm failed. */
export function install() {
  if (isInstalled()) {
    if (!existsSync(stampFile)) writeFileSync(stampFile, installStamp());
    return true;
  }
  console.log('Installing packages (about a minute the first time) …');
  for (const note of [stampFile, installedLockFile]) rmSync(note, { force: true });
  // `ci` refuses a lock file that is incomplete for this npm; `install` then completes it.
  const done = runNpm(['ci'], 'pipe') === 0 || runNpm(['install'], 'inherit') === 0;
  if (done) writeFileSync(stampFile, installStamp());
  return done;
}

/** @param {string[]} args @param {'pipe' | 'inherit'} stdio */
function runNpm(args, stdio) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const isWindows = process.platform === 'win32';
  // NODE_ENV=production would omit packages that the build and the tests need.
  const env = { ...process.env, NODE_ENV: 'development', NPM_CONFIG_PRODUCTION: undefined };
  const { status } = spawnSync(
    isWindows ? 'npm.cmd' : 'npm',
    [...args, ...quiet, '--include=dev', '--include=optional'],
    {
      cwd: root,
      env,
      stdio,
      shell: isWindows,
    },
  );
  return status ?? 1;
}

/** The Node for everything else: the pinned one, or this one if it is recent enough. */
export function findRuntime() {
  const pinned = path.join(modules, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(pinned)) return pinned;
  return isAtLeast(process.versions.node, [22, 12]) ? process.execPath : null;
}

/** @param {string} version @param {readonly [number, number]} least */
export function isAtLeast(version, [leastMajor, leastMinor]) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}
