import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';
import { likeText } from './like-text';

/** Imported runs: written once, put away and brought back at most, never changed otherwise. */
type Tx = Prisma.TransactionClient;

/** Curves and prompts may be long; a list lives on the summary. */
const withoutContent = {
  points: true,
  finalPrompt: true,
  seedPrompt: true,
  notes: true,
  provenance: true,
} as const;

export type ImportedRunRow = Prisma.ImportedRunGetPayload<{ omit: typeof withoutContent }>;
export type ImportedRunDetailRow = Prisma.ImportedRunGetPayload<object>;

export interface ImportedRunPage {
  readonly search: string | undefined;
  readonly archived: boolean;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One row more than asked for, so that the caller knows whether there is a next page. */
export function listImportedRunRows(workspaceId: string, page: ImportedRunPage): Promise<ImportedRunRow[]> {
  return db().importedRun.findMany({
    where: {
      workspaceId,
      archivedAt: page.archived ? { not: null } : null,
      ...(page.search ? { name: { contains: likeText(page.search), mode: 'insensitive' } } : {}),
      ...afterCursor(page.cursor),
    },
    omit: withoutContent,
    orderBy: [...NEWEST_FIRST],
    take: page.limit + 1,
  });
}

/** @throws AppError NOT_FOUND */
export async function getImportedRunRow(
  workspaceId: string,
  id: string,
  tx: Tx = db(),
): Promise<ImportedRunDetailRow> {
  const row = await tx.importedRun.findFirst({ where: { workspaceId, id } });
  if (row === null) throw new AppError('NOT_FOUND', 'This imported run does not exist.', { context: { id } });
  return row;
}

export function createImportedRunRow(
  data: Prisma.ImportedRunUncheckedCreateInput,
  tx: Tx,
): Promise<ImportedRunDetailRow> {
  return tx.importedRun.create({ data });
}

export function setImportedRunArchived(
  id: string,
  archivedAt: Date | null,
  tx: Tx,
): Promise<ImportedRunDetailRow> {
  return tx.importedRun.update({ where: { id }, data: { archivedAt } });
}
