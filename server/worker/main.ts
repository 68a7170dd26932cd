import { AppError } from '@/lib/errors/app-error';
import { config } from '@/server/config/config';
import { closeDb } from '@/server/db/client';
import { closeSharedListener } from '@/server/events/read-events';
import { closeLedgerPool, ledgerPool } from '@/server/ledger/pool';
import { log } from '@/server/observability/log';
import { startTracing, stopTracing } from '@/server/observability/tracing';
import { startWorker, type Worker } from './run-worker';

/** Process of the worker: starts it, and closes it cleanly on SIGTERM or SIGINT. */

/** Shorter than the time limits after which supervisors kill the process. */
const CLOSE_MS = 10_000;

/** Started next to the web server of the same installation, where people can enter the keys again. */
const isBesideWeb = process.argv.includes('--beside-web');

startTracing('waggle-worker');
const worker = await startHere();

async function startHere(): Promise<Worker> {
  try {
    const { databaseUrl, workerRuns, secret } = config();
    const settings = { databaseUrl, pool: ledgerPool(), runs: workerRuns };
    return await startWorker(isBesideWeb ? settings : { ...settings, secret });
  } catch (error) {
    if (!AppError.is(error)) throw error;
    console.error(error.userMessage);
    process.exit(1);
  }
}

let isClosing = false;

async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  await worker.close(CLOSE_MS);
  await Promise.allSettled([closeSharedListener(), closeLedgerPool(), closeDb(), stopTracing()]);
  process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    close().catch((error: unknown) => {
      log().error({ err: error }, 'The worker did not close cleanly.');
      process.exit(1);
    });
  });
}
