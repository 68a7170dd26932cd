/**
 * `npm run lint:words`: phrases to leave, in code, comments, tests and documents. `-- --list` removes rewritten and
 * deleted files from the list of files still to be rewritten. It never adds a file, so a new phrase stays a fault.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { checkWords } from './check-words';

const LIST = 'server/commands/words/to-rewrite.json';
/** The rule names its phrases; prompts of models and texts of data sets are pinned by hashes. */
const EXEMPT = /^server\/commands\/words\/|\/prompts\/|^prisma\/|\/fixtures\/|\/vectors\//;

const files = new Map(
  execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !EXEMPT.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);
const toRewrite = new Set<string>(JSON.parse(readFileSync(LIST, 'utf8')));
if (process.argv.includes('--list')) {
  for (const file of checkWords(files, toRewrite).listedInVain) toRewrite.delete(file);
  writeFileSync(LIST, `${JSON.stringify([...toRewrite], null, 2)}\n`);
}
const { words, listedInVain } = checkWords(files, toRewrite);
for (const { file, line, text, instead } of words) console.error(`${file}:${line} "${text}" ${instead}`);
for (const file of listedInVain) console.error(`${file} is clean: remove it from ${LIST}.`);
if (words.length + listedInVain.length === 0)
  console.log(`${files.size} files use plain words; ${toRewrite.size} of them are still to be rewritten.`);
process.exitCode = words.length + listedInVain.length === 0 ? 0 : 1;
