import { ulid } from 'ulid';
import {
  type CreateSavedViewInput,
  type ListName,
  listName,
  type SavedViewView,
  type UpdateSavedViewInput,
} from '@/lib/contracts/saved-views';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { authorize } from '@/lib/policy/roles';
import { db } from '@/server/db/client';
import {
  createSavedViewRow,
  deleteSavedViewRow,
  dropDefaults,
  getSavedViewRow,
  listSavedViewRows,
  type SavedViewRow,
  updateSavedViewRow,
  type Viewing,
} from '@/server/repositories/saved-views';
import { recordAudit } from '@/server/services/audit/record-audit';

/** Views of lists: readers may keep own ones, roles that may discuss may share them. Only shared ones are audited. */
export async function listSavedViews(
  actor: Actor<'read'>,
  { list }: { readonly list: ListName },
): Promise<{ items: SavedViewView[] }> {
  const rows = await listSavedViewRows(viewingOf(actor), list);
  return { items: rows.map((row) => savedViewView(row, actor)) };
}

export async function createSavedView(
  actor: Actor<'read'>,
  input: CreateSavedViewInput,
): Promise<SavedViewView> {
  if (input.isShared) authorize(actor, 'discuss');
  return db().$transaction(async (tx) => {
    if (input.isDefault) await dropDefaults(viewingOf(actor), input.list, tx);
    const row = await createSavedViewRow(
      { ...input, ...viewingOf(actor), id: `viw_${ulid()}`, createdBy: actor.name },
      tx,
    );
    if (row.isShared) await recordAudit(tx, actor, 'view.shared', row.id, namedOf(row));
    return savedViewView(row, actor);
  });
}

export async function updateSavedView(
  actor: Actor<'read'>,
  { viewId, ...change }: UpdateSavedViewInput & { readonly viewId: string },
): Promise<SavedViewView> {
  return db().$transaction(async (tx) => {
    const before = await getSavedViewRow(viewingOf(actor), viewId, tx);
    assertOwn(actor, before, 'Save it under a name of your own instead.');
    // A viewer may not change a view shared with the workspace, not even their own.
    if (change.isShared ?? before.isShared) authorize(actor, 'discuss');
    if (change.isDefault) await dropDefaults(viewingOf(actor), before.list, tx);
    const row = await updateSavedViewRow(viewId, given(change), tx);
    if (row.isShared) await recordAudit(tx, actor, 'view.shared', row.id, namedOf(row));
    else if (before.isShared) await recordAudit(tx, actor, 'view.unshared', row.id, namedOf(row));
    return savedViewView(row, actor);
  });
}

export async function deleteSavedView(
  actor: Actor<'read'>,
  { viewId }: { readonly viewId: string },
): Promise<SavedViewView> {
  return db().$transaction(async (tx) => {
    const row = await getSavedViewRow(viewingOf(actor), viewId, tx);
    if (actor.role !== 'owner') assertOwn(actor, row, 'Ask them or an owner of the workspace.');
    await deleteSavedViewRow(viewId, tx);
    if (row.isShared) await recordAudit(tx, actor, 'view.deleted', row.id, namedOf(row));
    return savedViewView(row, actor);
  });
}

function viewingOf({ workspaceId, userId, keyId, name }: Actor): Viewing {
  return { workspaceId, ownerId: userId ?? keyId ?? name };
}

function assertOwn(actor: Actor, row: SavedViewRow, instead: string): void {
  if (row.ownerId === viewingOf(actor).ownerId) return;
  throw new AppError('ROLE_FORBIDDEN', `${row.createdBy} saved this view, so you may not change it.`, {
    howToProceed: [instead],
  });
}

const namedOf = ({ list, name }: SavedViewRow) => ({ list, name });

function given(change: Omit<UpdateSavedViewInput, 'viewId'>) {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function savedViewView(row: SavedViewRow, actor: Actor): SavedViewView {
  return {
    id: row.id,
    list: listName.parse(row.list),
    name: row.name,
    address: row.address,
    isShared: row.isShared,
    isDefault: row.isDefault,
    isOwn: row.ownerId === viewingOf(actor).ownerId,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
  };
}
