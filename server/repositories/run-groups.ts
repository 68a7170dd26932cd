import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { Prisma, type RunGroup } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';

/** Groups of runs, and what the runs of an experiment took: sums over the ledger that no page has to add up. */
type Tx = Prisma.TransactionClient;

export async function createGroup(
  group: Pick<RunGroup, 'id' | 'workspaceId' | 'shape' | 'reason' | 'createdBy'> & {
    readonly rejected: readonly { readonly shape: string; readonly reason: string }[];
  },
  tx: Tx,
): Promise<void> {
  const rejected = group.rejected.map(({ shape, reason }) => ({ shape, reason }));
  await tx.runGroup.create({ data: { ...group, rejected } });
}

/** @throws AppError NOT_FOUND */
export async function getGroup(workspaceId: string, id: string): Promise<RunGroup> {
  const row = await db().runGroup.findFirst({ where: { workspaceId, id } });
  if (row === null)
    throw new AppError('NOT_FOUND', 'This group of runs does not exist.', { context: { id } });
  return row;
}

/** One row more than asked for, so that the caller knows whether there is a next page. */
export function listGroupRows(
  workspaceId: string,
  page: { readonly cursor: string | undefined; readonly limit: number },
): Promise<RunGroup[]> {
  return db().runGroup.findMany({
    where: { workspaceId, ...afterCursor(page.cursor) },
    orderBy: [...NEWEST_FIRST],
    take: page.limit + 1,
  });
}

export async function countGroupRuns(groupIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counted = await db().run.groupBy({
    by: ['groupId'],
    where: { groupId: { in: [...groupIds] } },
    _count: { id: true },
  });
  return new Map(counted.map(({ groupId, _count }) => [groupId ?? '', _count.id]));
}

const groupRun = {
  experiment: { select: { name: true, task: { select: { name: true } } } },
} satisfies Prisma.RunInclude;

export type GroupRunRow = Prisma.RunGetPayload<{ include: typeof groupRun }>;

export function findGroupRuns(groupId: string): Promise<GroupRunRow[]> {
  return db().run.findMany({
    where: { groupId },
    include: groupRun,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** The newest ended Combee run of an experiment: its measurements predict those of the next one. */
export function findLastParallelRun(workspaceId: string, experimentId: string) {
  return db().run.findFirst({
    where: { workspaceId, experimentId, kind: 'combee', status: { in: ['finished', 'stopped'] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
}

export interface IterationSums {
  readonly iteration: number;
  readonly mapMs: number;
  readonly groupMs: number;
  readonly combineMs: number;
  readonly learningMs: number;
  readonly tainted: boolean;
}

/** Lane time of each closed iteration of a run, by kind of work. */
export async function readIterationWork(runId: string): Promise<IterationSums[]> {
  const rows = await db().$queryRaw<
    {
      iteration: number;
      map: number | null;
      groups: number | null;
      combine: number | null;
      learning: number | null;
      tainted: boolean | null;
    }[]
  >(Prisma.sql`
    SELECT (data->>'iteration')::int AS iteration,
      sum((measured->>'delayMs')::float) FILTER (WHERE type = 'reflection.finished'
        OR (type = 'rollout.finished' AND data->>'split' = 'train')) AS map,
      sum((measured->>'delayMs')::float) FILTER (WHERE type = 'group.aggregated') AS groups,
      sum((measured->>'delayMs')::float) FILTER (WHERE type = 'scan.combined') AS combine,
      sum((measured->>'learningMs')::float) FILTER (WHERE type = 'iteration.closed') AS learning,
      bool_or((measured->>'tainted')::boolean) FILTER (WHERE type = 'iteration.closed') AS tainted
    FROM "LedgerEntry"
    WHERE "runId" = ${runId} AND type IN
      ('rollout.finished', 'reflection.finished', 'group.aggregated', 'scan.combined', 'iteration.closed')
    GROUP BY 1 HAVING bool_or(type = 'iteration.closed') ORDER BY 1`);
  return rows.map((row) => ({
    iteration: row.iteration,
    mapMs: row.map ?? 0,
    groupMs: row.groups ?? 0,
    combineMs: row.combine ?? 0,
    learningMs: row.learning ?? 0,
    tainted: row.tainted ?? false,
  }));
}

/** A sign of life within this time counts as a worker, as in the health answer. */
const BEAT_MS_MAX = 20_000;

export function countLiveWorkers(): Promise<number> {
  return db().workerBeat.count({ where: { beatAt: { gte: new Date(Date.now() - BEAT_MS_MAX) } } });
}
