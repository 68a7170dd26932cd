/**
 * `npm run backup -- <folder> [--without-secrets]`: a copy of the database and of the installation's secret, while Waggle
 * works. `npm run backup -- --drill <folder>`: proves that a backup can be restored, in a database that is thrown away.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '@/lib/errors/app-error';
import { readDataDir, readSecret } from '@/server/config/config';
import { embeddedDatabaseUrl } from '@/server/config/kept-secrets';
import { drill } from './backup/drill';
import { outsideWords } from './backup/manifest';
import { knownPassphrase, newPassphrase, passphraseMissing } from './backup/passphrase';
import { type BackupRequest, inMegabytes, writeBackup } from './backup/write-backup';
import { knownSentence } from './support/known-sentence';
import { openDatabase } from './support/open-database';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    drill: { type: 'boolean', default: false },
    'without-secrets': { type: 'boolean', default: false },
  },
});
const tell = (line: string) => console.log(line);

try {
  const [given] = positionals;
  if (given === undefined || positionals.length > 1)
    throw new AppError('INPUT_INVALID', 'Name one folder: npm run backup -- /backups/waggle-1');
  const folder = path.resolve(given);
  process.exitCode = values.drill ? await rehearse(folder) : await backUp(folder);
} catch (error) {
  console.error(knownSentence(error) ?? error);
  process.exitCode = 1;
}

async function backUp(folder: string): Promise<number> {
  if (!process.env.DATABASE_URL && embeddedDatabaseUrl(readDataDir()) === null)
    throw new AppError(
      'NOT_FOUND',
      `There is no database in ${readDataDir()}: name the data folder with WAGGLE_DATA_DIR, or another Postgres with DATABASE_URL.`,
    );
  const secrets = await secretsToSeal();
  const database = await openDatabase();
  try {
    const manifest = await writeBackup({ url: database.url, folder, secrets, tell });
    const { tables, tookMs } = manifest;
    const outside = outsideWords(manifest);
    const sum = (of: 'rows' | 'bytes') => tables.reduce((total, table) => total + table[of], 0);
    tell(
      `Backed up ${tables.length} tables, ${sum('rows')} rows, ${inMegabytes(sum('bytes'))} before compression, ${
        secrets ? 'and the sealed secrets' : 'without the secrets'
      } to ${folder} in ${(tookMs / 1000).toFixed(1)} s.`,
    );
    if (outside !== null) tell(`Not in this backup: ${outside}. Back up the bucket as well.`);
    tell(`Try it: npm run backup -- --drill ${folder}`);
    return 0;
  } finally {
    await database.close();
  }
}

async function secretsToSeal(): Promise<BackupRequest['secrets']> {
  if (values['without-secrets']) return null;
  const secret = readSecret();
  if (secret === null)
    throw new AppError(
      'NOT_FOUND',
      `There is no secret in ${readDataDir()}: set WAGGLE_SECRET as the installation has it, or back up with --without-secrets.`,
    );
  const passphrase = await newPassphrase();
  if (passphrase === null) throw passphraseMissing('back up with --without-secrets');
  return { secret, passphrase };
}

async function rehearse(folder: string): Promise<number> {
  const startedMs = performance.now();
  let failed = 0;
  for await (const { what, outcome, detail } of drill(folder, knownPassphrase)) {
    if (outcome === 'failed') failed += 1;
    tell(`${outcome.padEnd(11)} ${what}: ${detail}`);
  }
  const took = `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
  tell(
    failed === 0
      ? `The backup can be restored (${took}).`
      : `The drill failed in ${failed} places (${took}).`,
  );
  return failed === 0 ? 0 : 1;
}
