import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { contaminationOf } from '@/lib/policy/contamination';
import type { ExperimentRow } from '@/server/repositories/experiments';

/** An experiment as people see it. Settings that an older version did not know get their default. */
export function experimentView(row: ExperimentRow): ExperimentView {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    taskId: row.taskId,
    taskName: row.task.name,
    splitId: row.splitId,
    splitName: row.split.name,
    datasetId: row.split.datasetId,
    datasetName: row.split.dataset.name,
    config: experimentConfig.parse(row.config),
    pinned: row._count.runs > 0,
    runs: row._count.runs,
    liveRuns: row.runs.length,
    contamination: contaminationOf(row.split)?.sentence ?? null,
    tags: row.tags,
    createdBy: row.createdBy,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
