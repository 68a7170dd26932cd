import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { closeDb } from '@/server/db/client';
import { migrate } from '@/server/db/migrate';
import { createEmptyDatabase } from '@/server/db/testing/test-database';
import { closeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { type CheckedLine, checkBooks } from './drill-checks';
import { readManifest, readSealedSecrets } from './manifest';
import { restoreBackup } from './restore-backup';
import { openSecrets } from './sealed-secrets';
import { PASSPHRASE } from './testing/backup-command';

/** Every released schema has a backup of practice data here; each later version must restore all of them. */
const FIXTURES = 'server/commands/backup/testing/fixtures';
const released = readdirSync(FIXTURES).filter((name) =>
  existsSync(path.join(FIXTURES, name, 'manifest.json')),
);

describe('this version', () => {
  it('has a backup of at least one released schema to restore', () => {
    expect(released.length).toBeGreaterThan(0);
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
