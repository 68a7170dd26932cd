import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { OWNER_SESSION } from './e2e/support/account';
import { browserArguments, findBrowser } from './e2e/support/find-browser';
import { freePort } from './server/config/ports';

/** Chosen once: the workers of Playwright read this file again and inherit the environment. */
process.env.WAGGLE_E2E_PORT ??= String(await freePort());
process.env.WAGGLE_E2E_PRACTICE_PORT ??= String(await freePort());
process.env.WAGGLE_E2E_SERVING_PORT ??= String(await freePort());
/** Where a journey opens its own agent; the only address beyond the practice model that the app may call. */
process.env.WAGGLE_E2E_AGENT_PORT ??= String(await freePort());
process.env.WAGGLE_E2E_BROWSER ??= await findBrowser();
/** Journeys that span days move rows of this database back in time. */
process.env.WAGGLE_E2E_DATA_DIR ??= path.join(os.tmpdir(), `waggle-e2e-${randomUUID()}`);

const baseURL = `http://127.0.0.1:${process.env.WAGGLE_E2E_PORT}`;

export default defineConfig({
  testDir: 'e2e',
  // A condition ends its wait at once: the limits suit a machine at load 20, and journeys set none below.
  timeout: 900_000,
  expect: { timeout: 150_000 },
  // One app and one database for all journeys: each creates its own data, so that two files can run in
  // parallel.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/report.json' }],
  ],
  projects: [
    { name: 'sign-in', testMatch: 'sign-in.spec.ts' },
    {
      name: 'journeys',
      testIgnore: 'sign-in.spec.ts',
      dependencies: ['sign-in'],
      use: { storageState: OWNER_SESSION },
    },
  ],
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    // A missing element is reported as such, rather than as a journey that took too long.
    actionTimeout: 200_000,
    launchOptions: { executablePath: process.env.WAGGLE_E2E_BROWSER, args: browserArguments() },
  },
  webServer: {
    command: `"${process.execPath}" --import tsx e2e/support/app-under-test.ts`,
    url: `${baseURL}/api/health`,
    timeout: 600_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    env: {
      PORT: process.env.WAGGLE_E2E_PORT,
      WAGGLE_PRACTICE_PORT: process.env.WAGGLE_E2E_PRACTICE_PORT,
      WAGGLE_SERVING_PORT: process.env.WAGGLE_E2E_SERVING_PORT,
      WAGGLE_E2E_DATA_DIR: process.env.WAGGLE_E2E_DATA_DIR,
      WAGGLE_ALLOWED_ADDRESSES: `127.0.0.1:${process.env.WAGGLE_E2E_AGENT_PORT}`,
    },
  },
});
