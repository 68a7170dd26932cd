/**
 * `npm run seed -- <name> [--again] [--portion 0.2]`: makes a scenario in the first workspace of the database that DATABASE_URL or the
 * data folder names, beside whatever is there, and prints the pages to open. What is there of it already stays;
 * `--again` makes it anew. `--portion` makes a fifth of one that is big. Without a name it lists the scenarios.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AppError } from '@/lib/errors/app-error';
import { ownerOfFirstWorkspace } from '@/server/commands/support/operator';
import { config, readDataDir } from '@/server/config/config';
import { embeddedPaths } from '@/server/config/kept-secrets';
import { closeDb } from '@/server/db/client';
import { startEmbeddedPostgres } from '@/server/db/embedded-postgres';
import { closeSharedListener } from '@/server/events/read-events';
import { stopQueue } from '@/server/jobs/queue';
import { closeLedgerPool } from '@/server/ledger/pool';
import type { Scenario } from './scenario';
import { SCENARIOS } from './scenarios';
import { seedScenario } from './seed-scenario';

process.env.LOG_LEVEL ??= 'error';
const undo: (() => Promise<void>)[] = [];

try {
  await seed();
} catch (error) {
  for (const line of AppError.is(error) ? [error.userMessage, ...error.howToProceed] : [error])
    console.error(line);
  process.exitCode = 1;
} finally {
  await stopQueue();
  await Promise.all([closeSharedListener(), closeLedgerPool(), closeDb()]);
  for (const step of undo) await step();
}

async function seed(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { again: { type: 'boolean', default: false }, portion: { type: 'string' } },
    allowPositionals: true,
  });
  const [name] = positionals;
  const whole = SCENARIOS.find((one) => one.name === name);
  if (whole === undefined) {
    if (name !== undefined) process.exitCode = 1;
    console.log(name === undefined ? 'Scenarios:' : `There is no scenario "${name}". There are:`);
    for (const one of SCENARIOS) console.log(`  ${one.name.padEnd(15)}${one.about}`);
    return;
  }
  const scenario = values.portion === undefined ? whole : portionOf(whole, Number(values.portion));
  await findDatabase();
  const actor = await ownerOfFirstWorkspace();
  if (actor === null) throw noWorkspace();
  const begun = performance.now();
  const tell = (sentence: string) => console.log(sentence);
  const { isNew, pages } = await seedScenario(actor, scenario, { again: values.again, tell });
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(
    isNew
      ? `Made "${scenario.name}" in ${seconds} s. ${scenario.about}`
      : `"${scenario.name}" is there already; --again makes it anew.`,
  );
  for (const { title, path } of pages) console.log(`  ${config().baseUrl}${path}  ${title}`);
}

function portionOf(scenario: Scenario, share: number): Scenario {
  const portion = share > 0 && share <= 1 ? scenario.ofPortion?.(share) : undefined;
  if (portion !== undefined) return portion;
  const sentence = scenario.ofPortion
    ? '--portion takes a share above 0 and up to 1.'
    : `"${scenario.name}" is made whole: leave out --portion.`;
  throw new AppError('INPUT_INVALID', sentence);
}

/** The one that the settings name, or the embedded one, started here where it is down. */
async function findDatabase(): Promise<void> {
  if (process.env.DATABASE_URL) return;
  const dataDir = readDataDir();
  if (!existsSync(embeddedPaths(dataDir).cluster)) throw noWorkspace();
  const server = await startEmbeddedPostgres(dataDir);
  if (!server.reused) undo.push(() => server.stop());
  process.env.DATABASE_URL = server.url;
}

function noWorkspace(): AppError {
  return new AppError('NOT_FOUND', 'There is no workspace yet: run npm start once, then seed it.');
}
