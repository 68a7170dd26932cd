import { afterAll, beforeAll } from 'vitest';
import { forgetConfig } from '@/server/config/config';
import { closeDb } from '@/server/db/client';
import { closeSharedListener } from '@/server/events/read-events';
import { stopQueue } from '@/server/jobs/queue';
import { closeLedgerPool } from '@/server/ledger/pool';
import { setServingClock } from '@/server/observability/serving-clock';
import { closeServing } from '@/server/serving/serving';

/**
 * Files that share a process leave it to the next one as they found it: settings, connections and clock. Between them the
 * settings are valid and name no database, for what a file left in flight and writes to the log.
 */
const found = {
  ...process.env,
  DATABASE_URL: 'postgresql://127.0.0.1:1/between_two_files',
  WAGGLE_SECRET: 'a secret of the tests, long enough to be taken',
  LOG_LEVEL: 'silent',
};

beforeAll(leave);
afterAll(leave);

async function leave(): Promise<void> {
  setServingClock(undefined);
  await stopQueue();
  await closeServing();
  await Promise.all([closeSharedListener(), closeLedgerPool(), closeDb()]);
  for (const name of Object.keys(process.env)) if (!(name in found)) delete process.env[name];
  Object.assign(process.env, found);
  forgetConfig();
}
