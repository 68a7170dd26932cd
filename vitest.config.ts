import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const alias = { '@': path.resolve(import.meta.dirname) };

/**
 * The projects: `unit` is pure and fast; `db` and `db-alone` talk to a real Postgres that global set-up starts (a
 * database cloned from a template for each file); `rules` sends what breaks a rule through its doors, for `npm run rules`;
 * `view` renders components in jsdom.
 */
const RULES = 'server/http/rule-doors-*.db.test.ts';
/**
 * Files that need a process of their own: they start processes, measure the one they run in, or test what it remembers
 * (sessions, rates, programs, faults of the disk). All others share one, which saves loading the same modules again.
 */
const ALONE = [
  'server/{accounts,adapters,commands,db,events,http,jobs,serving,tools}/**/*.db.test.ts',
  'server/services/{providers,sweeps}/*.db.test.ts',
  'server/services/launches/branch-run.db.test.ts',
  'server/worker/{artefact-runs,carry-imports,dead-evaluator,full-disk,killed-imports}.db.test.ts',
  'server/worker/{provider-shares,reported-costs,run-worker,vanishing-provider}.db.test.ts',
  'server/worker/{agents/{agent-processes,single-rollouts},rollouts/*,tool-loop/*}.db.test.ts',
];
const provide = { isFull: process.env.WAGGLE_TEST_FULL === '1' };
/**
 * The limits of every test, which a machine at load 20 stays below: a condition that is waited for ends the wait at once,
 * and a test that hangs is ended all the same. Tests set none of their own.
 */
const PATIENCE = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 300_000 } } };
const onPostgres = { provide, globalSetup: ['server/db/testing/global-setup.ts'], ...PATIENCE };

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          provide,
          include: ['{lib,server,app}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
          // Pure files leave nothing behind, so they may share a process: half the time.
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'db',
          include: ['{lib,server,app}/**/*.db.test.ts'],
          exclude: [RULES, ...ALONE, '**/node_modules/**'],
          isolate: false,
          setupFiles: ['server/db/testing/leave-as-found.ts'],
          ...onPostgres,
        },
      },
      {
        resolve: { alias },
        test: { name: 'db-alone', include: ALONE, exclude: [RULES, '**/node_modules/**'], ...onPostgres },
      },
      { resolve: { alias }, test: { name: 'rules', include: [RULES], ...onPostgres } },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: 'view',
          environment: 'jsdom',
          setupFiles: ['components/testing/patience.ts'],
          ...PATIENCE,
          include: ['components/**/*.test.tsx', 'lib/view/**/*.view.test.ts'],
        },
      },
    ],
  },
});
