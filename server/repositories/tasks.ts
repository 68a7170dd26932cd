import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';

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
      ...(page.search ? { name: { contains: page.search, mode: 'insensitive' } } : {}),
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
}

export function createTaskRow(values: TaskValues, tx: Tx): Promise<TaskRow> {
  return tx.task.create({ data: values, include: withCount });
}
