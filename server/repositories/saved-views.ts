import type { ListName } from '@/lib/contracts/saved-views';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** Reads and writes of saved views, always within a workspace: own ones and those that are shared. */
type Tx = Prisma.TransactionClient;

export type SavedViewRow = Prisma.SavedViewGetPayload<object>;

/** Whose eyes: the workspace and the person or key. */
export interface Viewing {
  readonly workspaceId: string;
  readonly ownerId: string;
}

export function listSavedViewRows(
  { workspaceId, ownerId }: Viewing,
  list: ListName,
): Promise<SavedViewRow[]> {
  return db().savedView.findMany({
    where: { workspaceId, list, OR: [{ ownerId }, { isShared: true }] },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
}

/** @throws AppError NOT_FOUND, also where another person owns the view and did not share it. */
export async function getSavedViewRow(
  { workspaceId, ownerId }: Viewing,
  id: string,
  tx: Tx,
): Promise<SavedViewRow> {
  const row = await tx.savedView.findFirst({
    where: { workspaceId, id, OR: [{ ownerId }, { isShared: true }] },
  });
  if (row === null)
    throw new AppError('NOT_FOUND', 'This view does not exist (any more).', { context: { id } });
  return row;
}

export function createSavedViewRow(
  data: Prisma.SavedViewUncheckedCreateInput,
  tx: Tx,
): Promise<SavedViewRow> {
  return tx.savedView.create({ data });
}

export function updateSavedViewRow(
  id: string,
  change: Prisma.SavedViewUncheckedUpdateInput,
  tx: Tx,
): Promise<SavedViewRow> {
  return tx.savedView.update({ where: { id }, data: change });
}

export async function deleteSavedViewRow(id: string, tx: Tx): Promise<void> {
  await tx.savedView.delete({ where: { id } });
}

/** An owner has one default a list. */
export async function dropDefaults({ workspaceId, ownerId }: Viewing, list: string, tx: Tx): Promise<void> {
  await tx.savedView.updateMany({
    where: { workspaceId, ownerId, list, isDefault: true },
    data: { isDefault: false },
  });
}
