import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';
import { likeText } from './like-text';

/** Reads and writes of experiments, always within a workspace. */
type Tx = Prisma.TransactionClient;

const withParts = {
  task: { select: { name: true } },
  split: {
    select: {
      name: true,
      datasetId: true,
      usedToTune: true,
      usedToTuneNote: true,
      dataset: { select: { name: true } },
    },
  },
  _count: { select: { runs: true } },
  runs: { where: { status: { in: ['queued', 'running'] } }, select: { id: true } },
} satisfies Prisma.ExperimentInclude;

export type ExperimentRow = Prisma.ExperimentGetPayload<{ include: typeof withParts }>;

export interface ExperimentPage {
  readonly search: string | undefined;
  readonly archived: boolean;
  readonly tags: readonly string[] | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One row more than asked for, so that the caller knows whether there is a next page. */
export function listExperimentRows(workspaceId: string, page: ExperimentPage): Promise<ExperimentRow[]> {
  return db().experiment.findMany({
    where: {
      workspaceId,
      archivedAt: page.archived ? { not: null } : null,
      ...(page.search ? { name: { contains: likeText(page.search), mode: 'insensitive' } } : {}),
      ...(page.tags?.length ? { tags: { hasEvery: [...page.tags] } } : {}),
      ...afterCursor(page.cursor),
    },
    include: withParts,
    orderBy: [...NEWEST_FIRST],
    take: page.limit + 1,
  });
}

/** @throws AppError NOT_FOUND */
export async function getExperimentRow(
  workspaceId: string,
  id: string,
  tx: Tx = db(),
): Promise<ExperimentRow> {
  const row = await tx.experiment.findFirst({ where: { workspaceId, id }, include: withParts });
  if (row === null) throw new AppError('NOT_FOUND', 'This experiment does not exist.', { context: { id } });
  return row;
}

/** Held until the transaction ends, so that two changes of one experiment come one after the other. @throws AppError NOT_FOUND */
export async function lockExperimentRow(workspaceId: string, id: string, tx: Tx): Promise<ExperimentRow> {
  await tx.$queryRaw`select id from "Experiment" where id = ${id} and "workspaceId" = ${workspaceId} for update`;
  return getExperimentRow(workspaceId, id, tx);
}

/** Archived ones keep their names. */
export async function isExperimentNamed(workspaceId: string, name: string): Promise<boolean> {
  return (await db().experiment.count({ where: { workspaceId, name } })) > 0;
}

/** Experiments with this name, or with it and more in brackets; the newest first. */
export function listExperimentsNamed(workspaceId: string, name: string): Promise<ExperimentRow[]> {
  return db().experiment.findMany({
    where: { workspaceId, OR: [{ name }, { name: { startsWith: `${name} (` } }] },
    include: withParts,
    orderBy: { createdAt: 'desc' },
  });
}

export interface ExperimentValues {
  readonly name: string;
  readonly description: string;
  readonly taskId: string;
  readonly splitId: string;
  readonly config: Prisma.InputJsonObject;
}

export function createExperimentRow(
  values: ExperimentValues & {
    readonly id: string;
    readonly workspaceId: string;
    readonly createdBy: string;
  },
  tx: Tx,
): Promise<ExperimentRow> {
  return tx.experiment.create({ data: values, include: withParts });
}

export function updateExperimentRow(
  id: string,
  change: Partial<ExperimentValues> & { readonly archivedAt?: Date | null },
  tx: Tx,
): Promise<ExperimentRow> {
  return tx.experiment.update({ where: { id }, data: change, include: withParts });
}

export function findTask(workspaceId: string, id: string, tx: Tx = db()) {
  return tx.task.findFirst({ where: { workspaceId, id } });
}

export function findSplit(workspaceId: string, id: string, tx: Tx = db()) {
  return tx.splitRegistration.findFirst({
    where: { id, dataset: { workspaceId } },
    include: { dataset: { select: { id: true, name: true, preset: true, hash: true } } },
  });
}
