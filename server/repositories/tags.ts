import type { RunStatus } from '@/lib/domain/run';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** Bulk changes of runs or experiments: their tags, and whether they are archived. */
type Tx = Prisma.TransactionClient;

export type Tagged = 'Run' | 'Experiment';

export interface TaggedRow {
  readonly id: string;
  readonly tags: readonly string[];
}

/** Held until the transaction ends, in one order for all, so that two who change the same never wait for each other. */
export function lockTagged(
  of: Tagged,
  workspaceId: string,
  ids: readonly string[],
  tx: Tx,
): Promise<TaggedRow[]> {
  return of === 'Run'
    ? tx.$queryRaw`SELECT id, tags FROM "Run" WHERE id = ANY(${[...ids]}) AND "workspaceId" = ${workspaceId} ORDER BY id FOR UPDATE`
    : tx.$queryRaw`SELECT id, tags FROM "Experiment" WHERE id = ANY(${[...ids]}) AND "workspaceId" = ${workspaceId} ORDER BY id FOR UPDATE`;
}

export async function setTags(of: Tagged, id: string, tags: readonly string[], tx: Tx): Promise<void> {
  const change = { where: { id }, data: { tags: [...tags] } };
  await (of === 'Run' ? tx.run.update(change) : tx.experiment.update(change));
}

export interface ArchivableRun {
  readonly id: string;
  readonly label: string;
  readonly status: RunStatus;
  readonly archivedAt: Date | null;
}

/** Held as above: a run that is put away cannot be taken up in the same moment. */
export function lockArchivable(
  workspaceId: string,
  ids: readonly string[],
  tx: Tx,
): Promise<ArchivableRun[]> {
  return tx.$queryRaw`
    SELECT id, label, status::text AS status, "archivedAt" FROM "Run"
    WHERE id = ANY(${[...ids]}) AND "workspaceId" = ${workspaceId} ORDER BY id FOR UPDATE`;
}

export async function setRunsArchived(
  ids: readonly string[],
  archivedAt: Date | null,
  tx: Tx,
): Promise<void> {
  await tx.run.updateMany({ where: { id: { in: [...ids] } }, data: { archivedAt } });
}

/** Every tag that something bears, in alphabetical order. Counts what is not put away. */
export function countTags(
  workspaceId: string,
): Promise<{ readonly tag: string; readonly runs: number; readonly experiments: number }[]> {
  return db().$queryRaw`
    SELECT tag, sum(runs)::int AS runs, sum(experiments)::int AS experiments FROM (
      SELECT unnest(tags) AS tag, 1 AS runs, 0 AS experiments FROM "Run"
        WHERE "workspaceId" = ${workspaceId} AND "archivedAt" IS NULL
      UNION ALL
      SELECT unnest(tags), 0, 1 FROM "Experiment" WHERE "workspaceId" = ${workspaceId} AND "archivedAt" IS NULL
    ) AS borne GROUP BY tag ORDER BY tag`;
}
