import { ulid } from 'ulid';
import type { CreateSlotInput, ListSlotsInput, RenameSlotInput, SlotView } from '@/lib/contracts/slots';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { cutPage } from '@/server/repositories/keyset';
import {
  countOpenCanaries,
  createSlotRow,
  getSlotRow,
  listSlotRows,
  lockSlot,
  raiseConfigVersion,
  updateSlotRow,
} from '@/server/repositories/slots';
import { recordAudit } from '@/server/services/audit/record-audit';
import type { Page } from '@/server/services/datasets/read-datasets';
import { slotView, slotViews } from './slot-view';

/** Making slots, looking at them and naming them. What they answer is moved elsewhere. */
interface OneSlot {
  readonly slotId: string;
}

export async function listSlots(actor: Actor<'read'>, input: ListSlotsInput): Promise<Page<SlotView>> {
  const { kind, search, archived, cursor, limit } = input;
  const page = { kind, search, archived: archived === 'true', cursor, limit };
  const { items, nextCursor } = cutPage(await listSlotRows(actor.workspaceId, page), limit);
  return { items: await slotViews(items), nextCursor };
}

export async function getSlot(actor: Actor<'read'>, { slotId }: OneSlot): Promise<SlotView> {
  return slotView(await getSlotRow(actor.workspaceId, slotId));
}

/** From this moment clients that ask for its key are answered, with the default in their code. */
export async function createSlot(actor: Actor<'experiment'>, input: CreateSlotInput): Promise<SlotView> {
  const { workspaceId, name: createdBy } = actor;
  const { kind, slug, name, description } = input;
  const id = `slt_${ulid()}`;
  const row = await db().$transaction(async (tx) => {
    const configVersion = await raiseConfigVersion(workspaceId, tx);
    const values = { id, workspaceId, kind, slug, name, description, createdBy, configVersion };
    const made = await createSlotRow(values, tx);
    await recordAudit(tx, actor, 'slot.created', id, { kind, slug, name });
    return made;
  });
  return slotView(row);
}

export async function renameSlot(
  actor: Actor<'experiment'>,
  input: RenameSlotInput & OneSlot,
): Promise<SlotView> {
  const { slotId, name, description } = input;
  const row = await db().$transaction(async (tx) => {
    const before = await lockSlot(actor.workspaceId, slotId, tx);
    const changes = {
      ...(name === undefined || name === before.name ? {} : { name }),
      ...(description === undefined || description === before.description ? {} : { description }),
    };
    if (Object.keys(changes).length === 0) return before;
    const after = await updateSlotRow(slotId, changes, tx);
    await recordAudit(tx, actor, 'slot.renamed', slotId, { fields: Object.keys(changes), name: after.name });
    return after;
  });
  return slotView(row);
}

/** @throws AppError STATE_CONFLICT where a canary of the slot is open */
export async function assertNoOpenCanary(
  slotId: string,
  tx: Parameters<typeof countOpenCanaries>[1],
): Promise<void> {
  if ((await countOpenCanaries(slotId, tx)) === 0) return;
  throw new AppError('STATE_CONFLICT', 'A canary of this slot is open, and its numbers would break off.', {
    howToProceed: ['Wait for its end, withdraw it or revert it, then archive the slot.'],
  });
}
