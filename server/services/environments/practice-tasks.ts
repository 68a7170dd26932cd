import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ArchivedFile } from '@/lib/environments/task-folders';

/** The tasks that ship with the product (prisma/practice-tasks), with the modes of their files. */
const FOLDER = path.join(process.cwd(), 'prisma', 'practice-tasks');
const EXECUTABLE = 0o100;

export function readPracticeTasks(): ArchivedFile[] {
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const place = path.join(entry.parentPath, entry.name);
      return {
        path: path.relative(FOLDER, place).split(path.sep).join('/'),
        content: readFileSync(place),
        isExecutable: (statSync(place).mode & EXECUTABLE) !== 0,
      };
    });
}
