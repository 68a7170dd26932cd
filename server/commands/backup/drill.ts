import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AppError } from '@/lib/errors/app-error';
import { forgetConfig } from '@/server/config/config';
import { closeDb } from '@/server/db/client';
import { startEmbeddedPostgres } from '@/server/db/embedded-postgres';
import { closeLedgerPool } from '@/server/ledger/pool';
import { type CheckedLine, checkBooks, checkKeys } from './drill-checks';
import { type BackupManifest, outsideWords, readManifest, readSealedSecrets } from './manifest';
import { restoreBackup } from './restore-backup';
import { openSecrets } from './sealed-secrets';

/**
 * Proves that a backup can be restored: loads it into an embedded Postgres in a temporary folder, which is removed
 * afterwards, and recomputes what Waggle vouches for. Changes nothing of the installation; one line a check, and the
 * first failed load ends it.
 */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** `askPassphrase` is asked only where the backup has secrets; null = none can be had, and they are not checked. */
export async function* drill(
  folder: string,
  askPassphrase: () => Promise<string | null>,
): AsyncGenerator<CheckedLine> {
  const manifest = readManifest(folder);
  const { lines, secret } = await openAll(folder, manifest, askPassphrase);
  yield* lines;
  const outside = outsideWords(manifest);
  if (outside !== null)
    yield { what: 'objects', outcome: 'not checked', detail: `the backup does not hold ${outside}` };
  const place = mkdtempSync(path.join(os.tmpdir(), 'waggle-drill-'));
  try {
    const server = await startEmbeddedPostgres(place, { settings: FAST });
    try {
      pointSettingsAt(server.url, place, secret);
      const loaded = await load(server.url, folder, manifest);
      yield* loaded;
      if (loaded.some(({ outcome }) => outcome === 'failed')) return;
      if (secret !== null) yield await checkKeys(secret);
      yield* checkBooks();
    } finally {
      await Promise.all([closeDb(), closeLedgerPool()]);
      await server.stop();
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function openAll(
  folder: string,
  manifest: BackupManifest,
  askPassphrase: () => Promise<string | null>,
) {
  const what = 'secrets';
  const sealed = readSealedSecrets(folder, manifest);
  if (sealed === null) return lineAlone({ what, outcome: 'not checked', detail: 'the backup has none' });
  const passphrase = await askPassphrase();
  if (passphrase === null) {
    const detail = 'set WAGGLE_BACKUP_PASSPHRASE to check them';
    return lineAlone({ what, outcome: 'not checked', detail });
  }
  try {
    const { secret } = openSecrets(sealed, passphrase);
    return { lines: [{ what, outcome: 'passed', detail: 'they open with the passphrase' } as const], secret };
  } catch (error) {
    if (!AppError.is(error)) throw error;
    return lineAlone({ what, outcome: 'failed', detail: error.userMessage });
  }
}

const lineAlone = (line: CheckedLine) => ({ lines: [line], secret: null });

async function load(url: string, folder: string, manifest: BackupManifest): Promise<CheckedLine[]> {
  try {
    const tell = () => undefined;
    const restored = await restoreBackup({ url, folder, manifest, tell, readsBack: true });
    const { rows, upgraded, differing } = restored;
    const sizes = `${manifest.tables.length} tables, ${rows} rows`;
    return [
      { what: 'load', outcome: 'passed', detail: `${sizes}, counts and checksums as in the manifest` },
      differing.length === 0
        ? { what: 'read back', outcome: 'passed', detail: 'every table reads as it was written' }
        : { what: 'read back', outcome: 'failed', detail: `these differ: ${differing.join(', ')}` },
      { what: 'schema', outcome: 'passed', detail: `up to date after ${upgraded.length} newer migrations` },
    ];
  } catch (error) {
    if (!AppError.is(error)) throw error;
    return [{ what: 'load', outcome: 'failed', detail: error.userMessage }];
  }
}

/** Repositories take their database from the settings. */
function pointSettingsAt(url: string, dataDir: string, secret: string | null): void {
  Object.assign(process.env, { DATABASE_URL: url, WAGGLE_DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  if (secret === null) delete process.env.WAGGLE_SECRET;
  else process.env.WAGGLE_SECRET = secret;
  forgetConfig();
}
