import { statSync } from 'node:fs';

/**
 * What is wrong with the first of these files, as a sentence that says what to do; null where each can be read. Asked
 * before anything is started, so that a typing mistake does not cost minutes.
 */
export function unreadableFile(files: readonly string[]): string | null {
  for (const file of files) {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats) return `The file ${file} is not there: look at its path and try again.`;
    if (!stats.isFile()) return `${file} is a folder: name the file in it that holds the examples.`;
  }
  return null;
}
