import type { SlotKind } from '@/lib/domain/canary-state';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { FLAG_CHANNEL } from './flags';
import { afterCursor, NEWEST_FIRST } from './keyset';
import { likeText } from './like-text';

/** Slots and their pointers. Only `server/services/promotion/slot/move-flag` moves a pointer. */
type Tx = Prisma.TransactionClient;

export type SlotRow = Prisma.SlotGetPayload<object>;

export interface SlotPage {
  readonly kind: SlotKind | undefined;
  readonly search: string | undefined;
  readonly archived: boolean;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One row more than asked for, so that the caller knows whether there is a next page. */
export function listSlotRows(workspaceId: string, page: SlotPage): Promise<SlotRow[]> {
  const contains = { contains: likeText(page.search ?? ''), mode: 'insensitive' as const };
  return db().slot.findMany({
    where: {
      workspaceId,
      archivedAt: page.archived ? { not: null } : null,
      ...(page.kind ? { kind: page.kind } : {}),
      AND: [page.search ? { OR: [{ name: contains }, { slug: contains }] } : {}, afterCursor(page.cursor)],
    },
    orderBy: [...NEWEST_FIRST],
    take: page.limit + 1,
  });
}

/** @throws AppError NOT_FOUND */
export async function getSlotRow(workspaceId: string, id: string, tx: Tx = db()): Promise<SlotRow> {
  const row = await tx.slot.findFirst({ where: { workspaceId, id } });
  if (row === null) throw new AppError('NOT_FOUND', 'This slot does not exist.', { context: { id } });
  return row;
}

/** Locks the row until the transaction ends, so that moves of the pointer and new versions happen one at a time. */
export async function lockSlot(workspaceId: string, id: string, tx: Tx): Promise<SlotRow> {
  await tx.$queryRaw`SELECT id FROM "Slot" WHERE id = ${id} AND "workspaceId" = ${workspaceId} FOR UPDATE`;
  return getSlotRow(workspaceId, id, tx);
}

/** A second slot of this key is refused by the database. */
export function createSlotRow(data: Prisma.SlotUncheckedCreateInput, tx: Tx): Promise<SlotRow> {
  return tx.slot.create({ data });
}

export function updateSlotRow(id: string, data: Prisma.SlotUncheckedUpdateInput, tx: Tx): Promise<SlotRow> {
  return tx.slot.update({ where: { id }, data });
}

/**
 * The next number of the workspace, and the note to everybody who serves its flags; both hold only if the transaction
 * does. Take the slot's lock first: the workspace's row is held from here on.
 */
export async function raiseConfigVersion(workspaceId: string, tx: Tx): Promise<number> {
  const { configVersion } = await tx.workspace.update({
    where: { id: workspaceId },
    data: { configVersion: { increment: 1 } },
    select: { configVersion: true },
  });
  await tx.$executeRaw`SELECT pg_notify(${FLAG_CHANNEL}, ${workspaceId})`;
  return configVersion;
}

/** Canaries of the slot that have not ended. */
export function countOpenCanaries(slotId: string, tx: Tx): Promise<number> {
  return tx.canary.count({ where: { slotId, endedAt: null, state: { not: 'drafted' } } });
}

/** Null prompts where a canary does not exist. */
export async function findChallengerId(canaryId: string, tx: Tx = db()): Promise<string | null> {
  const row = await tx.canary.findUnique({ where: { id: canaryId }, select: { challengerId: true } });
  return row?.challengerId ?? null;
}
