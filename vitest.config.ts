import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const alias = { '@': path.resolve(import.meta.dirname) };

/**
 * Four projects: `unit` is pure and fast; `db` talks to a real Postgres that global set-up starts (a database
 * cloned from a template for each file); `rules` sends what breaks a rule through its doors, for `npm run rules`; `view`
 * renders components in jsdom.
 */
const RULES = 'server/http/rule-doors-*.db.test.ts';
const onPostgres = {
  globalSetup: ['server/db/testing/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 180_000,
};

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['{lib,server,app}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
          // Properties run whole runs by the hundred; a busy machine must not be what fails them.
          testTimeout: 60_000,
          // Pure files leave nothing behind, so they may share a process: half the time.
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'db',
          include: ['{lib,server,app}/**/*.db.test.ts'],
          exclude: [RULES, '**/node_modules/**'],
          ...onPostgres,
        },
      },
      { resolve: { alias }, test: { name: 'rules', include: [RULES], ...onPostgres } },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: 'view',
          testTimeout: 60_000,
          environment: 'jsdom',
          include: ['components/**/*.test.tsx', 'lib/view/**/*.view.test.ts'],
        },
      },
    ],
  },
});
