/**
 * The files of a task's folder by path, as text or bytes. It knows no disk: a command, an import or a test brings them.
 */
export type TaskFiles = ReadonlyMap<string, string | Uint8Array>;

/** A place of a task that cannot be read, and why. The field is null where the whole file is meant. */
export interface TaskFault {
  readonly file: string;
  readonly field: string | null;
  readonly message: string;
}

export function hasFolder(files: TaskFiles, folder: string): boolean {
  for (const path of files.keys()) if (path.startsWith(`${folder}/`)) return true;
  return false;
}

/** The first of the paths that is there, or null. */
export const firstOf = (files: TaskFiles, paths: readonly string[]): string | null =>
  paths.find((path) => files.has(path)) ?? null;

/** The text of a file, or a fault: it is missing, or it is not UTF-8. A byte order mark is left out. */
export function textOf(files: TaskFiles, path: string): string | TaskFault {
  const content = files.get(path);
  if (content === undefined) return { file: path, field: null, message: 'The file is missing.' };
  if (typeof content === 'string') return content.replace(/^\ufeff/, '');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    // The decoder's own error has no place, so the fault names the file.
    return { file: path, field: null, message: 'The file is not text in UTF-8.' };
  }
}

/** The text of a file that must say something. */
export function filledTextOf(files: TaskFiles, path: string): string | TaskFault {
  const text = textOf(files, path);
  if (typeof text !== 'string' || text.trim() !== '') return text;
  return { file: path, field: null, message: 'The file is empty.' };
}
