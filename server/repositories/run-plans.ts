import type { RunKind } from '@/lib/domain/run';
import type { PlanRun } from '@/lib/domain/run-plan';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma, RunPlan } from '@/server/db/generated/client';
import { NEWEST_FIRST } from './keyset';

/** Reads and writes of run plans. A caller that starts a run of one locks its row first, so that none starts twice. */
type Tx = Prisma.TransactionClient;

export async function createPlan(plan: Prisma.RunPlanCreateInput, tx: Tx): Promise<void> {
  await tx.runPlan.create({ data: plan });
}

/** @throws AppError NOT_FOUND */
export async function getPlanRow(workspaceId: string, id: string): Promise<RunPlan> {
  const row = await db().runPlan.findFirst({ where: { workspaceId, id } });
  if (row === null) throw new AppError('NOT_FOUND', 'This run plan does not exist.', { context: { id } });
  return row;
}

/** Holds the row until the transaction ends. Null where there is no such plan. */
export async function lockPlan(id: string, tx: Tx): Promise<RunPlan | null> {
  await tx.$queryRaw`SELECT id FROM "RunPlan" WHERE id = ${id} FOR UPDATE`;
  return tx.runPlan.findUnique({ where: { id } });
}

export function findNewestPlan(workspaceId: string, experimentId: string): Promise<RunPlan | null> {
  return db().runPlan.findFirst({ where: { workspaceId, experimentId }, orderBy: [...NEWEST_FIRST] });
}

/** Plans of an experiment that are not over; a transaction that holds the experiment's row sees all of them. */
export function findOpenPlan(experimentId: string, tx: Tx): Promise<RunPlan | null> {
  return tx.runPlan.findFirst({
    where: { experimentId, status: { in: ['running', 'paused', 'stopped'] } },
    orderBy: [...NEWEST_FIRST],
  });
}

/** Plans that a worker has to advance, oldest first. */
export async function findLivePlans(): Promise<string[]> {
  const rows = await db().runPlan.findMany({
    where: { status: 'running' },
    select: { id: true },
    orderBy: { createdAt: 'asc' },
    take: 200,
  });
  return rows.map(({ id }) => id);
}

export async function findPlanOfRun(runId: string): Promise<string | null> {
  const run = await db().run.findUnique({ where: { id: runId }, select: { planId: true } });
  return run?.planId ?? null;
}

/** Runs of an experiment, of its plans and single ones. */
export function countRunsOfKind(experimentId: string, kind: RunKind): Promise<number> {
  return db().run.count({ where: { experimentId, kind } });
}

/** Oldest first. */
export function findPlanRuns(planId: string, tx: Tx = db()): Promise<PlanRun[]> {
  return tx.run.findMany({
    where: { planId },
    select: { id: true, kind: true, status: true, statusReason: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
