import { Worker } from 'node:worker_threads';
import { importDataset, importDatasetOptions } from '@/lib/contracts/datasets';
import { fieldMapping } from '@/lib/contracts/imports';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { DatasetImport } from '@/server/db/generated/client';
import { jsonColumn } from '@/server/db/stored-json';
import { logOf } from '@/server/observability/log';
import { metrics } from '@/server/observability/metrics';
import {
  claimImport,
  clearImports,
  countImportParts,
  failImport,
  requeueImport,
  touchImport,
} from '@/server/repositories/carried-imports';
import { recordRefusal } from '@/server/services/audit/record-refusal';
import type { ImportMessage, ImportProblem, ImportProgress, ImportWork } from './imports/import-work';

/**
 * Large imports, one at a time per worker, each in its own thread. A worker reports every second that its import is
 * alive; an import without a report is restarted by another worker. Cancelling an import ends its thread.
 */
export interface ImportCarrier {
  close(): Promise<void>;
}

const LOOK_MS = 1_000;
const CLEAR_MS = 60_000;
const TRIES_MAX = 3;
/** Heap of the thread; most of it is garbage that was not collected yet. */
const LIMITS = { maxOldGenerationSizeMb: 80, maxYoungGenerationSizeMb: 8 };

const refusal = (code: string, detail: string): ImportProblem => ({
  ...{ code, detail, fields: [], ruleId: null },
  howToProceed: ['Import the files again.'],
});
const BROKEN_OFF = refusal('IMPORT_REJECTED', 'The upload broke off. Nothing was imported.');
const GIVEN_UP = refusal(
  'INTERNAL',
  'The import broke off three times. Nothing was imported. Import the files in parts, or tell your operator.',
);

export function carryImports(databaseUrl: string): ImportCarrier {
  const closing = new AbortController();
  let isLooking = false;
  let carried: Promise<void> = Promise.resolve();
  const look = async () => {
    if (isLooking || closing.signal.aborted) return;
    isLooking = true;
    await quietly(async () => {
      for (
        let row = await claimImport();
        row !== null;
        row = closing.signal.aborted ? null : await claimImport()
      )
        await carry(row, databaseUrl, closing.signal);
    });
    isLooking = false;
  };
  const clear = () =>
    void quietly(() =>
      clearImports({ ...BROKEN_OFF, fields: [], howToProceed: [...BROKEN_OFF.howToProceed] }),
    );
  clear();
  const timers = [
    setInterval(() => {
      carried = isLooking ? carried : look();
    }, LOOK_MS),
    setInterval(clear, CLEAR_MS),
  ];
  return {
    async close() {
      for (const timer of timers) clearInterval(timer);
      closing.abort();
      await carried;
    },
  };
}

async function quietly(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    // The next look tries again: the state of an import is in the database.
    const level = isDatabaseGone(error) ? 'debug' : 'warn';
    logOf('imports')[level]({ err: error }, 'Imports were not looked for.');
  }
}

async function carry(row: DatasetImport, databaseUrl: string, closing: AbortSignal): Promise<void> {
  if (row.tries > TRIES_MAX) return refuse(row, GIVEN_UP);
  const thread = new Worker(new URL('./imports/import-thread.ts', import.meta.url), {
    workerData: await workOf(row, databaseUrl),
    execArgv: ['--import', 'tsx'],
    resourceLimits: LIMITS,
  });
  let progress: ImportProgress | undefined;
  let end: ImportMessage | undefined;
  let failure: Error | undefined;
  thread.on('message', (message: ImportMessage) => {
    if (message.kind === 'progress') progress = message.progress;
    else end = message;
  });
  thread.on('error', (error: Error) => {
    failure = error;
  });
  const stop = () => void thread.terminate();
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  const alive = setInterval(() => {
    touchImport(row, columnsOf(progress)).then(
      (isOurs) => {
        if (!isOurs && end === undefined) stop();
      },
      (error: Error) => logOf('imports').debug({ error: error.message }, 'A sign of life was not written.'),
    );
  }, LOOK_MS);
  closing.addEventListener('abort', stop);
  await ended;
  clearInterval(alive);
  closing.removeEventListener('abort', stop);
  if (end?.kind === 'failed') return refuse(row, end.problem, progress);
  if (end?.kind === 'finished') return;
  if (failure !== undefined)
    logOf('imports').error({ importId: row.id, err: failure }, 'An import broke off and will be retried.');
  await requeueImport(row);
}

/** Audited like the refusal of a request; the sender was answered long ago. */
async function refuse(row: DatasetImport, problem: ImportProblem, progress?: ImportProgress): Promise<void> {
  if (!(await failImport(row, jsonColumn(problem), columnsOf(progress)))) return;
  const { code, ruleId: rule } = problem;
  metrics().refusals.inc({ rule: rule ?? 'none', code });
  const { workspaceId, startedBy: name } = row;
  if (rule !== null)
    recordRefusal({ workspaceId, name, via: 'queue' }, { rule, code, operation: importDataset.id });
}

async function workOf(row: DatasetImport, databaseUrl: string): Promise<ImportWork> {
  const { preset, mapping, ...options } = importDatasetOptions.parse(row.options);
  const parts = await countImportParts(row.id);
  const names = row.files as readonly string[];
  return {
    ...{ databaseUrl, importId: row.id, tries: row.tries, workspaceId: row.workspaceId },
    ...{ startedBy: row.startedBy, name: row.name },
    files: names.map((name, index) => ({ name, parts: parts.get(index) ?? 0 })),
    options: { ...options, preset: preset ?? 'generic', mapping: fieldMapping.parse(mapping) },
  };
}

function columnsOf(progress: ImportProgress | undefined) {
  return progress === undefined ? {} : { ...progress, bytesRead: BigInt(progress.bytesRead) };
}
