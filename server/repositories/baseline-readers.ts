import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/**
 * Names of the experiments that are still in use and compare with the serial baseline of this one: those on the same
 * task and split, where a diagnosis was read from a run of it.
 */
export async function findBaselineReaders(
  experiment: {
    readonly id: string;
    readonly workspaceId: string;
    readonly taskId: string;
    readonly splitId: string;
  },
  tx: Prisma.TransactionClient = db(),
): Promise<readonly string[]> {
  const { id, workspaceId, taskId, splitId } = experiment;
  const baselines = await tx.run.findMany({
    where: { experimentId: id, kind: 'serialBaseline' },
    select: { id: true },
    take: 1000,
  });
  const diagnosed = await tx.diagnosis.count({
    where: { workspaceId, runId: { in: baselines.map((run) => run.id) } },
  });
  if (diagnosed === 0) return [];
  const readers = await tx.experiment.findMany({
    where: { workspaceId, taskId, splitId, archivedAt: null, id: { not: id } },
    orderBy: { createdAt: 'asc' },
    select: { name: true },
    take: 100,
  });
  return readers.map(({ name }) => name);
}
