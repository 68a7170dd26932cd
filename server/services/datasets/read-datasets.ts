import { z } from 'zod';
import type {
  DatasetDetail,
  DatasetView,
  ExampleView,
  ListDatasetsInput,
  ListExamplesInput,
} from '@/lib/contracts/datasets';
import { importReport } from '@/lib/contracts/imports';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import {
  archiveDatasetRow,
  countGroups,
  countSources,
  type DatasetDetailRow,
  getDatasetRow,
  listDatasetRows,
} from '@/server/repositories/datasets';
import { cutPage } from '@/server/repositories/keyset';
import { getSplitRow } from '@/server/repositories/splits';
import { recordAudit } from '@/server/services/audit/record-audit';
import { datasetView, exampleView } from './dataset-view';
import { readExamplePage } from './example-page';

/** Looking at data sets and putting them away. Pages are cut by key, so that no row is missed or shown twice. */
export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

interface OneDataset {
  readonly datasetId: string;
}

export async function listDatasets(
  actor: Actor<'read'>,
  input: ListDatasetsInput,
): Promise<Page<DatasetView>> {
  const rows = await listDatasetRows(actor.workspaceId, {
    search: input.search,
    archived: input.archived === 'true',
    cursor: input.cursor,
    limit: input.limit,
  });
  const { items, nextCursor } = cutPage(rows, input.limit);
  return { items: items.map(datasetView), nextCursor };
}

export async function getDataset(actor: Actor<'read'>, { datasetId }: OneDataset): Promise<DatasetDetail> {
  const row = await getDatasetRow(actor.workspaceId, datasetId);
  const { sources, groups } = await countsOf(row);
  // Bundled sets were generated, not imported; they have no report.
  const report = importReport.safeParse(row.importReport);
  return { ...datasetView(row), sources, groups, importReport: report.success ? report.data : null };
}

export async function listExamples(
  actor: Actor<'read'>,
  { datasetId, ...input }: OneDataset & ListExamplesInput,
): Promise<Page<ExampleView>> {
  const dataset = await getDatasetRow(actor.workspaceId, datasetId);
  if (input.split !== undefined && input.splitId === undefined) {
    const message = 'Name the registered split by splitId to see one part of it.';
    throw new AppError('INPUT_INVALID', message, { fields: [{ path: 'query.splitId', message }] });
  }
  if (input.splitId !== undefined) await assertSplitOf(actor, datasetId, input.splitId);
  const { rows, nextCursor } = await readExamplePage({ datasetId, ...input }, dataset.exampleCount);
  return { items: rows.map(exampleView), nextCursor };
}

const countsShape = z.object({
  sources: z.array(z.object({ source: z.string(), examples: z.int() })),
  groups: z.int(),
});

/** As its import counted them; sets that were made otherwise are small. */
async function countsOf({ id, counts }: DatasetDetailRow): Promise<z.output<typeof countsShape>> {
  const stored = countsShape.safeParse(counts);
  if (stored.success) return stored.data;
  const [sources, groups] = await Promise.all([countSources(id), countGroups(id)]);
  return { sources, groups };
}

/** Archiving again changes nothing. */
export async function archiveDataset(
  actor: Actor<'experiment'>,
  { datasetId }: OneDataset,
): Promise<DatasetView> {
  return db().$transaction(async (tx) => {
    const before = await getDatasetRow(actor.workspaceId, datasetId, tx);
    if (before.archivedAt !== null) return datasetView(before);
    const row = await archiveDatasetRow(datasetId, tx);
    await recordAudit(tx, actor, 'dataset.archived', datasetId, { name: row.name });
    return datasetView(row);
  });
}

async function assertSplitOf(actor: Actor, datasetId: string, splitId: string): Promise<void> {
  const split = await getSplitRow(actor.workspaceId, splitId);
  if (split.datasetId === datasetId) return;
  throw new AppError('NOT_FOUND', 'This data set has no such split.', { context: { datasetId, splitId } });
}
