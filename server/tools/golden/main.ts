import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { GoldenFile } from '@/lib/testing/golden/golden-adapter';
import { type FoundFile, type GoldenFileReport, runGolden } from '@/lib/testing/golden/run-golden';

/**
 * The command `npm run golden -- <folder>`: reads every vector file of a folder, runs those that have an adapter and
 * prints the counts. Files that cases name are in the folder `data` beside it. Ends with 1 on any failure, with 2 when there was nothing to run.
 */
async function main(folder: string | undefined): Promise<number> {
  if (folder === undefined) {
    console.error('Name the folder with the vector files: npm run golden -- <folder>');
    return 2;
  }
  const files = readFolder(folder);
  if (typeof files === 'string') {
    console.error(files);
    return 2;
  }
  const report = await runGolden(files, {
    readNamed: (file) => readFileSync(path.join(folder, '../data', file), 'utf8'),
  });
  for (const file of report.files) {
    console.log(`${file.stem}: ${summary(file)}`);
    for (const line of file.lines) console.log(`  ${line}`);
  }
  console.log(`${report.passed} passed, ${report.failed} failed`);
  return report.failed > 0 || report.passed === 0 ? 1 : 0;
}

function summary(file: GoldenFileReport): string {
  if (file.status === 'absent') return 'absent';
  const counts = `${file.passed} passed / ${file.failed} failed / ${file.notCovered} not covered (excused ${file.excused})`;
  if (file.status === 'unreadable' || file.notCovered === 0 || file.counted === 0) return counts;
  return `${counts}; not covered counts as failed here`;
}

/** The folder's vector files by name, or a sentence saying why there are none. */
function readFolder(folder: string): FoundFile[] | string {
  let names: string[];
  try {
    names = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch (error) {
    return `The folder ${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (names.length === 0) return `The folder ${folder} holds no .json file.`;
  return names.map((name) => readVectorFile(folder, name));
}

function readVectorFile(folder: string, name: string): FoundFile {
  const stem = path.basename(name, '.json');
  try {
    const content: unknown = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    return hasGroups(content)
      ? { stem, groups: content.groups }
      : { stem, unreadable: `${name} has no groups of cases` };
  } catch (error) {
    return {
      stem,
      unreadable: `${name} is no JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function hasGroups(content: unknown): content is Pick<GoldenFile, 'groups'> {
  if (typeof content !== 'object' || content === null || !('groups' in content)) return false;
  const { groups } = content;
  return typeof groups === 'object' && groups !== null && Object.values(groups).every(Array.isArray);
}

process.exitCode = await main(process.argv[2]);
