import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { GUIDE_TOPICS } from '@/lib/domain/guide';
import { embeddedDatabaseUrl } from '@/server/config/kept-secrets';
import { expect, test } from './support/test';

/**
 * A reader of the help searches for a word, opens each page, and copies each of its commands into a terminal. The terminal
 * knows the address of the product and a key, as its owner's does.
 */
const SHELL_MS = 300_000;

test('The help is found by its words, and each of its commands works', {
  tag: '@full',
}, async ({ page, api, baseURL }) => {
  await page.goto('/docs');
  await page.getByRole('searchbox', { name: 'Words' }).fill('drill backup');
  await page.getByRole('button', { name: 'Search', exact: true }).last().click();
  await page.getByRole('link', { name: 'Run it for a team: Backups' }).click();
  await expect(page).toHaveURL(/\/docs\/run-it-for-a-team#backups$/);

  const { secret } = await api.post<{ secret: string }>('/api/v1/keys', {
    ...{ name: 'The reader of the help', role: 'experimenter' },
  });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waggle-help-'));
  const dataDir = process.env.WAGGLE_E2E_DATA_DIR ?? '';
  const env = {
    ...process.env,
    ...{ FOLDER: folder, WAGGLE_URL: baseURL, WAGGLE_KEY: secret, WAGGLE_DATA_DIR: dataDir },
    WAGGLE_SERVING_URL: `http://127.0.0.1:${process.env.WAGGLE_E2E_SERVING_PORT}`,
    DATABASE_URL: embeddedDatabaseUrl(dataDir) ?? '',
  };
  let commands = 0;
  try {
    for (const slug of GUIDE_TOPICS) {
      await page.goto(`/docs/${slug}`);
      await expect(page.getByRole('navigation', { name: 'Help' }).getByRole('link')).toHaveCount(
        GUIDE_TOPICS.length + 1,
      );
      for (const command of await page.getByLabel('the command').locator('pre').allTextContents()) {
        commands += 1;
        await test.step(command, () =>
          promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { env, timeout: SHELL_MS }),
        );
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  expect(commands).toBeGreaterThanOrEqual(8);
});
