import { LEVEL_TABLES, type LevelTable } from './level-table';
import { importsOf, isTest, type SourceFile, type Violation } from './source-file';

/** Holds imports between the folders of one area against its levels. Tests are free. */
export function checkLevels(
  files: readonly SourceFile[],
  tables: readonly LevelTable[] = LEVEL_TABLES,
): Violation[] {
  const code = files.filter(({ path }) => /\.tsx?$/.test(path) && !isTest(path));
  return tables.flatMap((table) =>
    code.filter(({ path }) => path.startsWith(`${table.area}/`)).flatMap((file) => checkFile(file, table)),
  );
}

interface Place {
  readonly folder: string;
  readonly level: number;
}

function checkFile(file: SourceFile, table: LevelTable): Violation[] {
  const own = placeOf(file.path, table);
  if (own === null) {
    const sentence = `is in no folder with a level: give its folder one in the level table of ${table.area}.`;
    return [{ file: file.path, sentence }];
  }
  return importsOf(file)
    .filter((target) => isRefused(own, placeOf(target, table)))
    .map((target) => ({
      file: file.path,
      sentence: `imports ${target}, which is no lower than ${own.folder}. ${table.instead}`,
    }));
}

function isRefused(own: Place, target: Place | null): boolean {
  return target !== null && target.folder !== own.folder && target.level >= own.level;
}

function placeOf(path: string, { area, levels }: LevelTable): Place | null {
  for (const [level, folders] of levels.entries())
    for (const folder of folders) if (path.startsWith(`${area}/${folder}/`)) return { folder, level };
  return null;
}
