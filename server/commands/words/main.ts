/** `npm run lint:words`: phrases to leave, in code, comments, tests and documents. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { wordsToLeave } from './check-words';

/** The rule names its phrases; prompts and replies of models and texts of data sets are pinned by hashes. */
const EXEMPT = new RegExp(
  [
    '^server/commands/words/',
    '/prompts/',
    '^lib/methods/gepa/gepa\\.ts$',
    '^lib/methods/prompting/(answer-under-prompt|summariser)\\.ts$',
    '^server/practice-model/reflector-reply\\.ts$',
    '^prisma/',
    '/fixtures/',
    '/vectors/',
  ].join('|'),
);

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !EXEMPT.test(file));
const words = files.flatMap((file) => wordsToLeave(file, readFileSync(file, 'utf8')));
for (const { file, line, text, instead } of words) console.error(`${file}:${line} "${text}" ${instead}`);
if (words.length === 0) console.log(`${files.length} files use plain words.`);
process.exitCode = words.length === 0 ? 0 : 1;
