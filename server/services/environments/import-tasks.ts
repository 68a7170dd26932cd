import { ulid } from 'ulid';
import type { DatasetDetail } from '@/lib/contracts/datasets';
import type { EnvironmentTasksOptions } from '@/lib/contracts/environment-datasets';
import type { Actor } from '@/lib/domain/actor';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { EnvironmentRef } from '@/lib/domain/environment-ref';
import type { EnvironmentTask } from '@/lib/domain/environment-task';
import { readTaskId } from '@/lib/environments/appworld/task-id';
import { readTask } from '@/lib/environments/read-task';
import {
  type ArchivedFile,
  type TaskFolder,
  taskFilesOf,
  taskFolderHash,
  taskFolders,
} from '@/lib/environments/task-folders';
import { runWithoutNetwork } from '@/lib/environments/task-needs';
import { AppError, type FieldFault } from '@/lib/errors/app-error';
import type { FieldMapping } from '@/lib/evaluation/import/import-types';
import { exampleContentHash } from '@/lib/evaluation/import/map-record';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { createDatasetRow, type ExampleValues } from '@/server/repositories/datasets';
import { storeEnvironmentTask } from '@/server/repositories/environment-tasks';
import { recordAudit } from '@/server/services/audit/record-audit';
import { datasetHash } from '@/server/services/datasets/import-dataset';
import { assertNameIsFree } from '@/server/services/datasets/name-is-free';
import { getDataset } from '@/server/services/datasets/read-datasets';
import { readPracticeTasks } from './practice-tasks';
import { readArchives } from './read-archives';

const FAULTS_MAX = 200;

export async function importEnvironmentTasks(
  actor: Actor<'experiment'>,
  { files, options }: { readonly files: readonly File[]; readonly options: EnvironmentTasksOptions },
): Promise<DatasetDetail> {
  await assertNameIsFree(actor.workspaceId, options.name);
  return await keepTasks(actor, await readArchives(files), { ...options, bundled: false });
}

export async function addPracticeTasks(
  actor: Actor<'experiment'>,
  { name }: { readonly name: string },
): Promise<DatasetDetail> {
  await assertNameIsFree(actor.workspaceId, name);
  const description =
    'Forty tasks in a terminal, written for Waggle. House rules of a seed bank can be learned.';
  return await keepTasks(actor, readPracticeTasks(), {
    name,
    description,
    bundled: true,
    withoutNetwork: false,
  });
}

export async function addAppWorldTasks(
  actor: Actor<'experiment'>,
  { name, taskIds }: { readonly name: string; readonly taskIds: readonly string[] },
): Promise<DatasetDetail> {
  await assertNameIsFree(actor.workspaceId, name);
  const examples = [...new Set(taskIds)].map((taskId) =>
    exampleOf(
      { id: taskId, question: `AppWorld task ${taskId}`, groupKey: readTaskId(taskId)?.scenarioId ?? null },
      { kind: 'appworld', taskId },
    ),
  );
  return await keepDataset(actor, { name, description: '', bundled: false }, examples, FROM_IDS);
}

interface TaskWords extends DatasetWords {
  readonly withoutNetwork: boolean;
}

interface DatasetWords {
  readonly name: string;
  readonly description: string;
  readonly bundled: boolean;
}

/** All tasks or none. @throws AppError IMPORT_REJECTED with every fault */
async function keepTasks(
  actor: Actor<'experiment'>,
  files: readonly ArchivedFile[],
  { withoutNetwork, ...words }: TaskWords,
): Promise<DatasetDetail> {
  const read = taskFolders(files).map((folder) => ({ folder, reading: readTask(taskFilesOf(folder)) }));
  if (read.length === 0)
    throw new AppError(
      'IMPORT_REJECTED',
      'No task was found: a task is a folder with a task.toml or a task.yaml.',
    );
  const faults = read.flatMap(({ folder, reading }) =>
    reading.ok
      ? []
      : reading.faults.map(({ file, field, message }) => ({
          path:
            [folder.path, file].filter((part) => part !== '').join('/') +
            (field === null ? '' : `: ${field}`),
          message,
        })),
  );
  if (faults.length > 0) throw rejected(faults);
  const examples: ExampleValues[] = [];
  for (const { folder, reading } of read) {
    if (!reading.ok) continue;
    const task = withoutNetwork ? runWithoutNetwork(reading.task) : reading.task;
    // Content by its hash: the same folder with and without a network are two tasks.
    const hash = task.withoutNetwork
      ? canonicalHash([taskFolderHash(folder), 'withoutNetwork'])
      : taskFolderHash(folder);
    const name = folder.path === '' ? (reading.task.name ?? 'task') : folder.path;
    const { workspaceId } = actor;
    // A failed import leaves tasks behind, which the next one finds again.
    await storeEnvironmentTask(ledgerPool(), {
      workspaceId,
      hash,
      name,
      task,
      files: folder.files,
    });
    examples.push(
      exampleOf(
        { id: idOf(folder, name), question: questionOf(reading.task), groupKey: null },
        { kind: 'task', hash },
      ),
    );
  }
  return await keepDataset(actor, words, examples, FROM_FOLDERS);
}

function rejected(faults: readonly FieldFault[]): AppError {
  const [first] = faults;
  const more = faults.length > 1 ? ` There are ${faults.length} faults in all.` : '';
  return new AppError('IMPORT_REJECTED', `Nothing was imported. ${first?.path}: ${first?.message}${more}`, {
    fields: faults.slice(0, FAULTS_MAX),
  });
}

const ID_MAX = 200;
const idOf = ({ path }: TaskFolder, name: string) => (path === '' ? name : path).slice(-ID_MAX);

const questionOf = ({ steps }: EnvironmentTask) =>
  steps.map(({ instruction }) => instruction.trim()).join('\n\n');

function exampleOf(
  { id, question, groupKey }: Pick<ExampleValues, 'id' | 'question' | 'groupKey'>,
  environment: EnvironmentRef,
): ExampleValues {
  const content = { question, context: '', expected: '', environment };
  return { id, ...content, groupKey, sourceSplit: null, contentHash: exampleContentHash(content) };
}

/** Where each field comes from, as the page of the data set tells it. */
const FROM_FOLDERS = {
  ...{ id: { path: 'folder' }, question: { path: 'instruction' }, expected: { path: 'tests' } },
  ...{ context: null, groupKey: null, sourceSplit: null },
} satisfies FieldMapping;
const FROM_IDS = {
  ...{ id: { path: 'task_id' }, question: { template: 'AppWorld task {{task_id}}' } },
  ...{ expected: { path: 'world' }, groupKey: { path: 'scenario' }, context: null, sourceSplit: null },
} satisfies FieldMapping;

async function keepDataset(
  actor: Actor<'experiment'>,
  { name, description, bundled }: DatasetWords,
  examples: readonly ExampleValues[],
  mapping: typeof FROM_FOLDERS | typeof FROM_IDS,
): Promise<DatasetDetail> {
  const { workspaceId } = actor;
  const id = `dat_${ulid()}`;
  const values = {
    ...{ id, workspaceId, name, description, bundled, preset: 'generic' },
    ...{ hash: datasetHash(examples), exampleCount: examples.length, createdBy: actor.name },
    importReport: {
      preset: 'generic',
      mapping: { ...mapping },
      ...{
        files: [],
        examples: examples.length,
        duplicateCount: 0,
        duplicates: [],
        faultCount: 0,
        faults: [],
      },
    },
  };
  await db().$transaction(
    async (tx) => {
      await createDatasetRow(values, examples, tx);
      await recordAudit(tx, actor, 'dataset.imported', id, {
        name,
        examples: examples.length,
        duplicates: 0,
        skipped: 0,
      });
    },
    { timeout: 120_000, maxWait: 10_000 },
  );
  return getDataset(actor, { datasetId: id });
}
