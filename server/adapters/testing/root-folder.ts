import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A folder with a root file system of the few programs that tests of sandboxes use, copied from this machine. */
const PROGRAMS = 'sh basename cat head kill ln mkdir mv rm setsid sleep stat tar touch yes'.split(' ');

export function makeRootFolder(): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'waggle-root-'));
  for (const folder of ['bin', 'etc', 'dev', 'tmp']) mkdirSync(path.join(root, folder));
  writeFileSync(path.join(root, 'etc/hostname'), 'box\n');
  writeFileSync(path.join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  const found = PROGRAMS.map((name) => execFileSync('which', [name], { encoding: 'utf8' }).trim());
  for (const program of found) cpSync(realpathSync(program), path.join(root, 'bin', path.basename(program)));
  const listed = found.map((program) => execFileSync('ldd', [program], { encoding: 'utf8' })).join('\n');
  for (const library of new Set(listed.match(/\/\S+\.so[.\d]*/g)))
    cpSync(realpathSync(library), path.join(root, library), { recursive: true });
  return root;
}
