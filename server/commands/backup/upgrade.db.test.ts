import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { closeDb } from '@/server/db/client';
import { migrate, migrationChecksum, readMigrations, readUpgrade } from '@/server/db/migrate';
import { createEmptyDatabase } from '@/server/db/testing/test-database';
import { closeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { type CheckedLine, checkBooks } from './drill-checks';
import { readManifest, readSealedSecrets } from './manifest';
import { type RestoreRequest, restoreBackup } from './restore-backup';
import { openSecrets } from './sealed-secrets';
import { PASSPHRASE } from './testing/backup-command';

/** Every released schema has a backup of practice data here; each later version must restore all of them. */
const FIXTURES = 'server/commands/backup/testing/fixtures';
const released = readdirSync(FIXTURES).filter((name) =>
  existsSync(path.join(FIXTURES, name, 'manifest.json')),
);

describe('this version', () => {
  it('has a backup to restore of every version that the changelog names as released', () => {
    const versions = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(
      ([, v]) => v,
    );
    const kept = released.map((name) => readManifest(path.join(FIXTURES, name)).waggle);
    expect(versions.length).toBeGreaterThan(0);
    expect(versions.filter((version) => !kept.includes(version ?? ''))).toEqual([]);
  });

  it.each(released)(
    'restores the backup of %s, brings it up to date and finds its books in order',
    async (name) => {
      const folder = path.join(FIXTURES, name);
      const manifest = readManifest(folder);
      expect(openSecrets(readSealedSecrets(folder, manifest) ?? '', PASSPHRASE).secret).not.toBe('');
      const database = await createEmptyDatabase();
      try {
        const restored = await restoreBackup({
          url: database.url,
          folder,
          manifest,
          tell: () => undefined,
          readsBack: true,
        });
        expect(restored.differing).toEqual([]);
        expect(await migrate(database.url)).toEqual([]);
        await Promise.all([closeDb(), closeLedgerPool()]);
        asEnvironment(database);
        const lines: CheckedLine[] = [];
        for await (const line of checkBooks()) lines.push(line);
        expect(lines.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
        expect(lines.some(({ what }) => what.startsWith('run '))).toBe(true);
      } finally {
        await Promise.all([closeDb(), closeLedgerPool()]);
        await database.close();
      }
    },
  );
});

describe('an empty database that was migrated before the restore', () => {
  const chain = readUpgrade();
  const [squash, ...later] = readMigrations();
  const noteOf = ({ name, sql }: (typeof chain)[number]) => ({ name, checksum: migrationChecksum(sql) });
  const manifestOf = (migrations: typeof chain) =>
    ({
      migrations: migrations.map(noteOf),
      tables: [],
      sequences: [],
    }) as unknown as RestoreRequest['manifest'];

  async function restoreInto(before: (url: string) => Promise<unknown>, migrations: typeof chain) {
    const database = await createEmptyDatabase();
    try {
      await before(database.url);
      const manifest = manifestOf(migrations);
      await restoreBackup({ url: database.url, folder: '', manifest, tell: () => undefined });
      return await migrate(database.url);
    } finally {
      await database.close();
    }
  }

  it('takes a backup of its own schema, whether either of them is from before the squash', async () => {
    const own = squash ? [squash, ...later] : [];
    expect(await restoreInto((url) => migrate(url), own)).toEqual([]);
    expect(await restoreInto((url) => migrate(url, chain.slice(0, 30), []), own)).toEqual([]);
    expect(await restoreInto((url) => migrate(url, chain, []), chain)).toEqual([]);
  });

  it('refuses a backup of an older schema and says where it can be restored', async () => {
    await expect(restoreInto((url) => migrate(url), chain.slice(0, 30))).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      message: expect.stringMatching(/no rows.*WAGGLE_DATA_DIR.*newly created database/),
    });
  });
});
