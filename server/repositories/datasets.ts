import type { EnvironmentRef } from '@/lib/domain/environment-ref';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { Prisma } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';
import { likeText } from './like-text';

/** Data sets and their examples. Examples are written once, with their data set, and never changed. */
type Tx = Prisma.TransactionClient;

const withSplitCount = { _count: { select: { splits: true } } } as const;
const withoutReport = { importReport: true } as const;

export type DatasetRow = Prisma.DatasetGetPayload<{
  include: typeof withSplitCount;
  omit: typeof withoutReport;
}>;
export type DatasetDetailRow = Prisma.DatasetGetPayload<{ include: typeof withSplitCount }>;

export interface DatasetPage {
  readonly search: string | undefined;
  readonly archived: boolean;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One row more than asked for, so that the caller knows whether there is a next page. */
export function listDatasetRows(workspaceId: string, page: DatasetPage): Promise<DatasetRow[]> {
  return db().dataset.findMany({
    where: {
      workspaceId,
      archivedAt: page.archived ? { not: null } : null,
      ...(page.search ? { name: { contains: likeText(page.search), mode: 'insensitive' } } : {}),
      ...afterCursor(page.cursor),
    },
    include: withSplitCount,
    omit: withoutReport,
    orderBy: [...NEWEST_FIRST],
    take: page.limit + 1,
  });
}

/** @throws AppError NOT_FOUND */
export async function getDatasetRow(
  workspaceId: string,
  id: string,
  tx: Tx = db(),
): Promise<DatasetDetailRow> {
  const row = await tx.dataset.findFirst({ where: { workspaceId, id }, include: withSplitCount });
  if (row === null) throw new AppError('NOT_FOUND', 'This data set does not exist.', { context: { id } });
  return row;
}

/** Archived ones keep their names. */
export async function hasDatasetNamed(workspaceId: string, name: string): Promise<boolean> {
  return (await db().dataset.count({ where: { workspaceId, name } })) > 0;
}

export function archiveDatasetRow(id: string, tx: Tx): Promise<DatasetRow> {
  return tx.dataset.update({
    where: { id },
    data: { archivedAt: new Date() },
    include: withSplitCount,
    omit: withoutReport,
  });
}

export interface DatasetValues {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string;
  readonly preset: string;
  readonly bundled: boolean;
  readonly hash: string;
  readonly exampleCount: number;
  readonly importReport: Prisma.InputJsonObject;
  readonly createdBy: string;
}

export interface ExampleValues {
  readonly id: string;
  readonly question: string;
  readonly context: string;
  readonly expected: string;
  readonly groupKey: string | null;
  readonly contentHash: string;
  readonly sourceSplit: string | null;
  readonly environment?: EnvironmentRef;
}

/** Ten values a row; a statement takes 65,535. */
const ROWS_A_STATEMENT = 2000;

export async function createDatasetRow(
  values: DatasetValues,
  examples: readonly ExampleValues[],
  tx: Tx,
): Promise<void> {
  await tx.dataset.create({ data: values });
  for (let start = 0; start < examples.length; start += ROWS_A_STATEMENT) {
    const rows = examples.slice(start, start + ROWS_A_STATEMENT).map((example, index) => ({
      datasetId: values.id,
      position: start + index,
      id: example.id,
      question: example.question,
      context: example.context,
      expected: example.expected,
      groupKey: example.groupKey,
      contentHash: example.contentHash,
      sourceSplit: example.sourceSplit,
      environment: example.environment,
    }));
    await tx.example.createMany({ data: rows });
  }
}

export interface ExamplePage {
  readonly datasetId: string;
  readonly after: number | undefined;
  /** The last position to look at; left out, all. */
  readonly upTo?: number;
  readonly search: string | undefined;
  readonly registrationId: string | undefined;
  readonly split: 'train' | 'selection' | 'heldOut' | 'confirmation' | undefined;
  readonly limit: number;
}

/** One row more than asked for. */
export function listExampleRows(page: ExamplePage) {
  const { datasetId, after, upTo, search, registrationId, split, limit } = page;
  const contains = search ? ({ contains: likeText(search), mode: 'insensitive' } as const) : undefined;
  return db().example.findMany({
    where: {
      datasetId,
      position: { gt: after ?? -1, ...(upTo === undefined ? {} : { lte: upTo }) },
      ...(contains ? { OR: [{ question: contains }, { expected: contains }] } : {}),
      ...(registrationId !== undefined && split !== undefined
        ? { assignments: { some: { registrationId, split } } }
        : {}),
    },
    include: {
      // Without a registration this matches nothing, which is what should be shown.
      assignments: { where: { registrationId: registrationId ?? '' }, select: { split: true } },
    },
    orderBy: { position: 'asc' },
    take: limit + 1,
  });
}

export async function countSources(datasetId: string): Promise<{ source: string; examples: number }[]> {
  const rows = await db().example.groupBy({
    by: ['sourceSplit'],
    where: { datasetId },
    _count: true,
    orderBy: { sourceSplit: 'asc' },
    take: 200,
  });
  return rows.flatMap(({ sourceSplit, _count }) =>
    sourceSplit === null ? [] : [{ source: sourceSplit, examples: _count }],
  );
}

export async function countGroups(datasetId: string): Promise<number> {
  const [row] = await db().$queryRaw<{ groups: number }[]>(
    Prisma.sql`SELECT count(DISTINCT "groupKey")::int AS groups FROM "Example" WHERE "datasetId" = ${datasetId}`,
  );
  return row?.groups ?? 0;
}
