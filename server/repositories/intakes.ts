import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Intake, Prisma } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';

/** Drafts of the guided set-up. A save names the revision that it read, so it cannot overwrite an unseen change. */
type Tx = Prisma.TransactionClient;
export type IntakeRow = Intake;

export interface IntakePage {
  readonly archived: boolean;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One row more than asked for, so that the caller knows whether there is a next page. */
export function listIntakeRows(workspaceId: string, page: IntakePage): Promise<IntakeRow[]> {
  return db().intake.findMany({
    where: { workspaceId, archivedAt: page.archived ? { not: null } : null, ...afterCursor(page.cursor) },
    orderBy: [...NEWEST_FIRST],
    take: page.limit + 1,
  });
}

/** @throws AppError NOT_FOUND */
export async function getIntakeRow(workspaceId: string, id: string, tx: Tx = db()): Promise<IntakeRow> {
  const row = await tx.intake.findFirst({ where: { workspaceId, id } });
  if (row === null) throw new AppError('NOT_FOUND', 'This set-up does not exist.', { context: { id } });
  return row;
}

/** Holds the row until the transaction ends, so that one draft becomes one experiment. @throws AppError NOT_FOUND */
export async function lockIntakeRow(workspaceId: string, id: string, tx: Tx): Promise<IntakeRow> {
  await tx.$queryRaw`SELECT id FROM "Intake" WHERE id = ${id} AND "workspaceId" = ${workspaceId} FOR UPDATE`;
  return getIntakeRow(workspaceId, id, tx);
}

export function createIntakeRow(data: Prisma.IntakeUncheckedCreateInput, tx: Tx): Promise<IntakeRow> {
  return tx.intake.create({ data });
}

export function updateIntakeRow(
  id: string,
  data: Prisma.IntakeUncheckedUpdateInput,
  tx: Tx,
): Promise<IntakeRow> {
  return tx.intake.update({ where: { id }, data });
}

export function findIntakeOfExperiment(experimentId: string): Promise<IntakeRow | null> {
  return db().intake.findUnique({ where: { experimentId } });
}

export function findDiagnosisOfRun(runId: string) {
  return db().diagnosis.findFirst({ where: { runId }, orderBy: { createdAt: 'desc' } });
}
