import { AppError } from '@/lib/errors/app-error';
import { openSecret, sealSecret } from '@/server/adapters/secret-box';
import { config } from '@/server/config/config';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';
import { likeText } from './like-text';

/** Tasks: written once; a change is a new task. */
type Tx = Prisma.TransactionClient;

const withCount = { _count: { select: { experiments: true } } } as const;

export type TaskRow = Prisma.TaskGetPayload<{ include: typeof withCount }>;

export interface TaskPage {
  readonly search: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One row more than asked for, so that the caller knows whether there is a next page. */
export function listTaskRows(workspaceId: string, page: TaskPage): Promise<TaskRow[]> {
  return db().task.findMany({
    where: {
      workspaceId,
      ...(page.search ? { name: { contains: likeText(page.search), mode: 'insensitive' } } : {}),
      ...afterCursor(page.cursor),
    },
    include: withCount,
    orderBy: [...NEWEST_FIRST],
    take: page.limit + 1,
  });
}

/** @throws AppError NOT_FOUND */
export async function getTaskRow(workspaceId: string, id: string, tx: Tx = db()): Promise<TaskRow> {
  const row = await tx.task.findFirst({ where: { workspaceId, id }, include: withCount });
  if (row === null) throw new AppError('NOT_FOUND', 'This task does not exist.', { context: { id } });
  return row;
}

export interface TaskValues {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly preset: string;
  readonly instructions: string;
  readonly inputShape: string;
  readonly outputShape: string;
  readonly scoring: Prisma.InputJsonObject;
  readonly artefact: boolean;
  /** Sealed for this task and the origin of its evaluator. */
  readonly secret: { readonly plain: string; readonly url: string } | null;
}

export function createTaskRow({ secret, ...values }: TaskValues, tx: Tx): Promise<TaskRow> {
  const secretCiphertext =
    secret && sealSecret(secret.plain, boundTo(values.id, secret.url), config().secret);
  return tx.task.create({ data: { ...values, secretCiphertext }, include: withCount });
}

/** Data sets that the experiments of a task use, by the task. */
export async function datasetsOfTasks(taskIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db().$queryRaw<{ taskId: string; datasetIds: string[] }[]>`
    SELECT experiment."taskId", array_agg(DISTINCT split."datasetId") AS "datasetIds"
    FROM "Experiment" AS experiment JOIN "SplitRegistration" AS split ON split.id = experiment."splitId"
    WHERE experiment."taskId" = ANY(${[...taskIds]}) GROUP BY 1`;
  return new Map(rows.map(({ taskId, datasetIds }) => [taskId, datasetIds]));
}

/** Secret for the evaluator at this address; null where the task has none. */
export async function readTaskSecret(workspaceId: string, id: string, url: string): Promise<string | null> {
  const row = await db().task.findFirst({ where: { workspaceId, id }, select: { secretCiphertext: true } });
  const sealed = row?.secretCiphertext ?? null;
  return sealed === null ? null : openSecret(sealed, boundTo(id, url), config().secret);
}

/** A secret goes where it was meant to go: at another origin it does not open. */
const boundTo = (id: string, url: string) => `${id} ${new URL(url).origin}`;
