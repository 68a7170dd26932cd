import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { TaskFiles } from '@/lib/environments/task-files';

/** A task may bring data, but a folder with more is not one task. */
const FILES_MAX = 20_000;
const BYTES_MAX = 1024 ** 3;

/** The files of a task's folder by their path in it, or a sentence saying why there are none. Links are not followed. */
export function readTaskFolder(folder: string): TaskFiles | string {
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const place = path.join(entry.parentPath, entry.name);
      bytes += statSync(place).size;
      if (files.size >= FILES_MAX || bytes > BYTES_MAX)
        return `The folder ${folder} is larger than a task. Name the folder of one task.`;
      files.set(path.relative(folder, place).split(path.sep).join('/'), readFileSync(place));
    }
  } catch (error) {
    return `The folder ${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  return files.size === 0 ? `The folder ${folder} holds no file.` : files;
}
