import { checkArchitecture } from './check-architecture';
import { readSources } from './source-file';

/** `npm run lint:arch`: one line a fault, each with what to do instead. */
const files = readSources(process.cwd());
const violations = checkArchitecture(files);
for (const { file, sentence } of violations) console.error(`${file} ${sentence}`);
if (violations.length === 0) console.log(`${files.length} files keep the architecture rules.`);
process.exitCode = violations.length === 0 ? 0 : 1;
