import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ArchivedFile } from '@/lib/environments/task-folders';

const EXECUTABLE = 0o100;

/** All files below a folder, with their modes. Links are not followed. */
export function readFolder(folder: string): ArchivedFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const place = path.join(entry.parentPath, entry.name);
      return {
        path: path.relative(folder, place).split(path.sep).join('/'),
        content: readFileSync(place),
        isExecutable: (statSync(place).mode & EXECUTABLE) !== 0,
      };
    });
}
