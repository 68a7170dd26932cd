import { canonicalHash } from '@/lib/domain/content-hash';
import { CONFIG_FILE as HARBOR_FILE } from './harbor/task-config';
import type { TaskFiles } from './task-files';
import { CONFIG_FILE as TERMINAL_FILE } from './terminal/read-terminal-task';

/** A file of an archive or a folder; the path is relative and has no "..". */
export interface ArchivedFile {
  readonly path: string;
  readonly content: Uint8Array;
  readonly isExecutable: boolean;
}

/** A task of a registry: its folder's path in it, and its files by their path in the folder. */
export interface TaskFolder {
  readonly path: string;
  readonly files: readonly ArchivedFile[];
}

/**
 * The tasks among the files of a registry, which may hold one task or many, at any depth: a folder with a task.toml or a
 * task.yaml is a task, and what lies below it is its own. In the order of their paths.
 */
export function taskFolders(files: readonly ArchivedFile[]): TaskFolder[] {
  const roots = [...new Set(files.filter(isConfig).map(({ path }) => parentOf(path)))].sort();
  const outer = roots.filter((root) => !roots.some((other) => other !== root && isBelow(root, other)));
  return outer.map((root) => ({
    path: root,
    files: files
      .filter(({ path }) => isBelow(path, root))
      .map((file) => ({ ...file, path: root === '' ? file.path : file.path.slice(root.length + 1) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  }));
}

const isConfig = ({ path }: ArchivedFile) => [HARBOR_FILE, TERMINAL_FILE].includes(nameOf(path));
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const isBelow = (path: string, root: string) => root === '' || path.startsWith(`${root}/`);

export const taskFilesOf = ({ files }: Pick<TaskFolder, 'files'>): TaskFiles =>
  new Map(files.map(({ path, content }) => [path, content]));

/** sha256 over paths, modes and contents: two folders with one hash are the same task. */
export function taskFolderHash({ files }: Pick<TaskFolder, 'files'>): string {
  return canonicalHash(
    files.map(({ path, content, isExecutable }) => [
      path,
      isExecutable,
      Buffer.from(content).toString('base64'),
    ]),
  );
}
