import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { OWNER } from './account';

/**
 * The whole product as a newcomer starts it, in a folder that is gone afterwards: Playwright starts this, waits
 * until the page is healthy, and ends it with SIGTERM. The ports and the
 * folder come from playwright.config.ts.
 */
const dataDir = process.env.WAGGLE_E2E_DATA_DIR;
if (!dataDir)
  throw new Error('Start this by Playwright, which says in WAGGLE_E2E_DATA_DIR where its data goes.');
mkdirSync(dataDir, { mode: 0o700 });
const child = spawn(process.execPath, ['--import', 'tsx', 'server/commands/start.ts'], {
  env: {
    ...process.env,
    DATABASE_URL: '',
    WAGGLE_BASE_URL: '',
    WAGGLE_PRACTICE_URL: '',
    WAGGLE_DATA_DIR: dataDir,
    WAGGLE_SEED_AFTER_QUIET_SECONDS: '0',
    WAGGLE_OWNER_EMAIL: OWNER.email,
    WAGGLE_OWNER_PASSWORD: OWNER.password,
  },
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  if (process.env.WAGGLE_E2E_KEEP !== '1') rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
