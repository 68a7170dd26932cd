import { EXCEPTIONS } from './direction-exceptions';
import type { DirectionRow } from './direction-row';
import { DIRECTIONS } from './direction-table';
import { importsOf, isTest, type SourceFile, type Violation } from './source-file';

/** Holds every import against the table of directions. Knows nothing of what the table says. */
export function checkDirections(files: readonly SourceFile[]): Violation[] {
  return files.filter((file) => !isTest(file.path)).flatMap(checkFile);
}

function checkFile(file: SourceFile): Violation[] {
  const row = DIRECTIONS.find(({ from }) => from.some((folder) => isBelow(file.path, folder)));
  if (!row) return [];
  return importsOf(file)
    .filter((target) => !mayImport(file.path, row, target))
    .map((target) => ({
      file: file.path,
      sentence: `imports ${target.replace('package:', '')}. ${row.instead}`,
    }));
}

function mayImport(file: string, row: DirectionRow, target: string): boolean {
  if (EXCEPTIONS.some(({ from, to }) => isBelow(file, from) && isBelow(target, to))) return true;
  if (row.never?.some((folder) => isBelow(target, folder))) return false;
  if (target.startsWith('node:')) return row.packages.includes('node:');
  if (target.startsWith('package:')) {
    const name = target.slice('package:'.length);
    if (row.never?.includes(name)) return false;
    return row.packages.includes('any') || row.packages.includes(name);
  }
  return isBelow(target, ownFolder(file)) || row.may.some((folder) => isBelow(target, folder));
}

/** A folder of the second level is one house; each method and each folder of the textbook lives in its own. */
function ownFolder(file: string): string {
  const parts = file.split('/');
  return parts.slice(0, parts[1] === 'methods' ? 3 : 2).join('/');
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}.`);
}
