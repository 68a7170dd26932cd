import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isLeftover, newName } from '@/server/adapters/sandbox/leftovers';

/** A folder for temporary files whose name says who made it, so that a later start can tell that its maker was killed. */
export const makeNamedFolder = (): Promise<string> => mkdtemp(path.join(os.tmpdir(), `${newName()}-`));

/** Removes what workers that are gone have left there. Of other accounts nothing is removed: the system refuses it. */
export function removeLeftFolders(): void {
  const folder = os.tmpdir();
  for (const name of readdirSync(folder).filter(isLeftover)) {
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EPERM' && code !== 'EACCES') throw error;
    }
  }
}
