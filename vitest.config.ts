import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const alias = { '@': path.resolve(import.meta.dirname) };

/**
 * The projects: `unit` is pure and fast; `db` and `db-alone` talk to a real Postgres that global set-up starts (a
 * database cloned from a template for each file); `rules` sends what breaks a rule through its doors, for `npm run rules`;
 * `view` and `view-alone` render components in jsdom.
 */
const RULES = 'server/http/rule-doors-*.db.test.ts';
/**
 * Files that need a process of their own: they start or kill processes, measure the one they run in, or test what it
 * remembers (sessions, rates, programs). All others share one, which saves loading the same modules again.
 */
const ALONE = [
  'server/{accounts,adapters,commands,events,jobs,tools}/**/*.db.test.ts',
  'server/db/{embedded-postgres,full-disk,migrate,squash}.db.test.ts',
  'server/http/{api,imported-runs,search-letters,shared-door,valid-requests,wrong-input}.db.test.ts',
  'server/serving/{exposure-counts,gateway-away,gateway-traces,key-directory,openfeature,openfeature-process}.db.test.ts',
  'server/serving/{step-callers,without-database}.db.test.ts',
  'server/serving/{rollouts,runners,traces}/*.db.test.ts',
  'server/services/providers/*.db.test.ts',
  'server/services/{launches/branch-run,sweeps/sweeps}.db.test.ts',
  'server/worker/{artefact-runs,carry-imports,dead-evaluator,full-disk,killed-imports}.db.test.ts',
  'server/worker/{provider-shares,reported-costs,run-worker,vanishing-provider}.db.test.ts',
  'server/worker/traces/killed-move.db.test.ts',
  'server/worker/{agents/{agent-processes,single-rollouts},rollouts/*,tool-loop/*}.db.test.ts',
  'server/worker/traces/killed-scorings.db.test.ts',
];
const provide = { isFull: process.env.WAGGLE_TEST_FULL === '1' };
/**
 * The limits of every test, which a machine at load 20 stays below: a condition that is waited for ends the wait at once,
 * and a test that hangs is ended all the same. Tests set none of their own.
 */
const PATIENCE = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 300_000 } } };
const onPostgres = { provide, globalSetup: ['server/db/testing/global-setup.ts'], ...PATIENCE };
/** Components whose tests put another router in place of the framework's: a module that was loaded before keeps its own. */
const MOCKING = [
  'components/agent/{agent-form,test-dialog}.test.tsx',
  'components/dataset/{import-view,tasks-import-view}.test.tsx',
  'components/experiment/{experiment-form,import-configuration}.test.tsx',
  'components/job/jobs-view.test.tsx',
  'components/reference/page-api-dialog.test.tsx',
  'components/run/{promote-button,run-actions}.test.tsx',
  'components/run-group/launch-dialog.test.tsx',
  'components/shell/command-palette.test.tsx',
  'components/sweep/sweep-view.test.tsx',
  'components/trace/make-dataset-dialog.test.tsx',
];
const onPage = {
  plugins: [react()],
  resolve: { alias },
  test: { environment: 'jsdom' as const, setupFiles: ['components/testing/leave-as-found.ts'], ...PATIENCE },
};

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
        ...onPage,
        test: {
          ...onPage.test,
          name: 'view',
          include: ['components/**/*.test.tsx', 'lib/view/**/*.view.test.ts'],
          exclude: [...MOCKING, '**/node_modules/**'],
          isolate: false,
        },
      },
      { ...onPage, test: { ...onPage.test, name: 'view-alone', include: MOCKING } },
    ],
  },
});
