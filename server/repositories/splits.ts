import { environmentRef } from '@/lib/domain/environment-ref';
import type { Example } from '@/lib/domain/example';
import type { SplitName } from '@/lib/domain/split';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** Registered splits and their assignments. A pinned one never changes: a trigger refuses what the service let pass. */
type Tx = Prisma.TransactionClient;

const withNames = {
  dataset: { select: { name: true, exampleCount: true } },
  _count: { select: { experiments: true } },
} as const;

export type SplitRow = Prisma.SplitRegistrationGetPayload<{ include: typeof withNames }>;

export function listSplitRows(workspaceId: string, datasetId: string): Promise<SplitRow[]> {
  return db().splitRegistration.findMany({
    where: { datasetId, dataset: { workspaceId } },
    include: withNames,
    orderBy: [{ registeredAt: 'asc' }, { id: 'asc' }],
    take: 500,
  });
}

/** @throws AppError NOT_FOUND */
export async function getSplitRow(workspaceId: string, id: string, tx: Tx = db()): Promise<SplitRow> {
  const row = await tx.splitRegistration.findFirst({
    where: { id, dataset: { workspaceId } },
    include: withNames,
  });
  if (row === null) throw new AppError('NOT_FOUND', 'This split does not exist.', { context: { id } });
  return row;
}

/** Held until the transaction ends, so that no two say different things of its past at once. @throws AppError NOT_FOUND */
export async function lockSplitRow(workspaceId: string, id: string, tx: Tx): Promise<SplitRow> {
  await tx.$queryRaw`
    SELECT split.id FROM "SplitRegistration" AS split JOIN "Dataset" AS dataset ON dataset.id = split."datasetId"
    WHERE split.id = ${id} AND dataset."workspaceId" = ${workspaceId} FOR UPDATE OF split`;
  return getSplitRow(workspaceId, id, tx);
}

export interface SplitValues {
  readonly id: string;
  readonly datasetId: string;
  readonly name: string;
  readonly rule: Prisma.InputJsonObject;
  readonly hash: string;
  readonly counts: Prisma.InputJsonObject;
  readonly registeredBy: string;
}

/** Four values a row; a statement takes 65,535. */
const ROWS_A_STATEMENT = 5000;

export async function createSplitRow(
  values: SplitValues,
  assignments: ReadonlyMap<string, SplitName>,
  tx: Tx,
): Promise<void> {
  await tx.splitRegistration.create({ data: values });
  const { id: registrationId, datasetId } = values;
  const rows = [...assignments].map(([exampleId, split]) => ({
    registrationId,
    datasetId,
    exampleId,
    split,
  }));
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    await tx.splitAssignment.createMany({ data: rows.slice(start, start + ROWS_A_STATEMENT) });
  }
}

export interface SplitStatement {
  readonly owner: string;
  readonly usedToTune: boolean;
  readonly usedToTuneNote: string | null;
}

/** A person's statement is not part of the partition, so a pinned split accepts one too. */
export async function stateSplitRow(id: string, statement: SplitStatement, tx: Tx): Promise<void> {
  await tx.splitRegistration.update({ where: { id }, data: statement });
}

export function findStatedUse(id: string) {
  return db().splitRegistration.findUnique({
    where: { id },
    select: { usedToTune: true, usedToTuneNote: true },
  });
}

export async function deleteSplitRow(id: string, tx: Tx): Promise<void> {
  await tx.splitRegistration.delete({ where: { id } });
}

/** The examples of one split as a run sees them: in the byte order of their ids, which no locale changes. */
export async function listExamplesOfSplit(
  registrationId: string,
  split: Exclude<SplitName, 'confirmation'>,
): Promise<Example[]> {
  const rows = await db().splitAssignment.findMany({
    where: { registrationId, split },
    select: { example: { omit: { datasetId: true, position: true, sourceSplit: true } } },
  });
  return rows
    .map(({ example: { environment, ...example } }) => ({
      ...example,
      ...(environment === null ? {} : { environment: environmentRef.parse(environment) }),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
