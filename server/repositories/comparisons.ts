import type { RunManifest } from '@/lib/domain/manifest';
import { db } from '@/server/db/client';
import { manifestOf } from './stored-manifest';

export interface ComparedRun {
  readonly id: string;
  readonly experimentId: string;
  readonly label: string;
  readonly status: string;
  readonly practice: boolean;
  readonly manifest: RunManifest;
  readonly datasetName: string;
}

/** The runs of one workspace among these ids, in the order of their making. */
export async function findComparedRuns(workspaceId: string, ids: readonly string[]): Promise<ComparedRun[]> {
  const rows = await db().run.findMany({
    where: { workspaceId, id: { in: [...ids] } },
    orderBy: { createdAt: 'asc' },
    include: { experiment: { select: { split: { select: { dataset: { select: { name: true } } } } } } },
  });
  return rows.map(({ id, experimentId, label, status, practice, manifest, experiment }) => ({
    id,
    experimentId,
    label,
    status,
    practice,
    manifest: manifestOf({ id, manifest }),
    datasetName: experiment.split.dataset.name,
  }));
}
