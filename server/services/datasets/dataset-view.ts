import type { DatasetView, ExampleView } from '@/lib/contracts/datasets';
import { environmentRef } from '@/lib/domain/environment-ref';
import type { DatasetRow, listExampleRows } from '@/server/repositories/datasets';

/** Rows as the API shows them. */
export function datasetView(row: DatasetRow): DatasetView {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    preset: row.preset,
    bundled: row.bundled,
    hash: row.hash,
    exampleCount: row.exampleCount,
    splitCount: row._count.splits,
    createdBy: row.createdBy,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

type ExampleRow = Awaited<ReturnType<typeof listExampleRows>>[number];

export function exampleView(row: ExampleRow): ExampleView {
  const { id, position, question, context, expected, groupKey, sourceSplit, contentHash } = row;
  const split = row.assignments[0]?.split ?? null;
  const environment = row.environment === null ? null : environmentRef.parse(row.environment).kind;
  const text = { question, context, expected };
  return { id, position, ...text, groupKey, sourceSplit, contentHash, split, environment };
}
