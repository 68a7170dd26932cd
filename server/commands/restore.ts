/**
 * `npm run restore -- <folder> [--without-secrets]`: loads a backup into an empty database, the embedded one of a new data
 * folder or the one of DATABASE_URL, and puts the installation's secret back.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '@/lib/errors/app-error';
import { readDataDir, readSecret } from '@/server/config/config';
import { keepGivenSecret } from '@/server/config/kept-secrets';
import { type BackupManifest, outsideWords, readManifest, readSealedSecrets } from './backup/manifest';
import { knownPassphrase, passphraseMissing } from './backup/passphrase';
import { restoreBackup } from './backup/restore-backup';
import { openSecrets } from './backup/sealed-secrets';
import { knownSentence } from './support/known-sentence';
import { openDatabase } from './support/open-database';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'without-secrets': { type: 'boolean', default: false } },
});
const tell = (line: string) => console.log(line);

try {
  const [given] = positionals;
  if (given === undefined || positionals.length > 1)
    throw new AppError(
      'INPUT_INVALID',
      'Name the folder of the backup: npm run restore -- /backups/waggle-1',
    );
  await restore(path.resolve(given));
} catch (error) {
  console.error(knownSentence(error) ?? error);
  process.exitCode = 1;
}

async function restore(folder: string): Promise<void> {
  const startedMs = performance.now();
  const manifest = readManifest(folder);
  const secret = await secretOf(folder, manifest);
  const database = await openDatabase();
  try {
    const beforeLoad = () => {
      if (secret !== null) keepGivenSecret(readDataDir(), secret);
    };
    const { rows, upgraded } = await restoreBackup({ url: database.url, folder, manifest, tell, beforeLoad });
    const newer = upgraded.length > 0 ? ` and applied ${upgraded.length} newer migrations` : '';
    tell(
      `Restored ${manifest.tables.length} tables, ${rows} rows as of ${manifest.madeAt}${newer} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s.`,
    );
    const outside = outsideWords(manifest);
    if (outside !== null)
      tell(
        `Not restored: ${outside}. This copy deletes from that bucket: while the former installation goes on, give it a copy of the bucket.`,
      );
    tell(
      secret === null
        ? 'The secrets were not restored: enter the keys of the providers again in Settings, or set WAGGLE_SECRET to the former secret.'
        : 'The secret of the installation is back: the keys of the providers open. Start Waggle with npm start.',
    );
  } finally {
    await database.close();
  }
}

/** Opened before anything is loaded. Null = none are wanted, or the backup has none. */
async function secretOf(folder: string, manifest: BackupManifest): Promise<string | null> {
  const sealed = readSealedSecrets(folder, manifest);
  if (sealed === null || values['without-secrets']) return null;
  const passphrase = await knownPassphrase();
  if (passphrase === null) throw passphraseMissing('restore with --without-secrets');
  const { secret } = openSecrets(sealed, passphrase);
  const present = readSecret();
  if (present === null || present === secret) return secret;
  throw new AppError(
    'STATE_CONFLICT',
    'This installation has another secret than the backup (in WAGGLE_SECRET, or in its data folder). Nothing was restored. Name a new data folder with WAGGLE_DATA_DIR and unset WAGGLE_SECRET, or restore with --without-secrets and enter the keys of the providers again.',
  );
}
