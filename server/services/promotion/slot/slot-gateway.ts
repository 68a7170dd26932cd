import type { SaveSlotGatewayInput, SlotGatewayView } from '@/lib/contracts/gateway';
import type { Actor } from '@/lib/domain/actor';
import { assertOfSlot } from '@/lib/policy/roles';
import { db } from '@/server/db/client';
import type { SlotGateway } from '@/server/db/generated/client';
import { systemClock } from '@/server/observability/system-clock';
import { getProviderRow } from '@/server/repositories/providers';
import { findSlotGateway, saveSlotGatewayRow } from '@/server/repositories/slot-gateways';
import { getSlotRow } from '@/server/repositories/slots';
import { recordAudit } from '@/server/services/audit/record-audit';

/** How the gateway answers for a slot: read and set. The gateway itself reads it within a second. */
export async function readSlotGateway(actor: Actor<'read'>, slotId: string): Promise<SlotGatewayView> {
  assertOfSlot(actor, slotId);
  await getSlotRow(actor.workspaceId, slotId);
  return viewOf(slotId, await findSlotGateway(slotId));
}

/** @throws AppError NOT_FOUND where the slot or the provider is not of the workspace */
export async function saveSlotGateway(
  actor: Actor<'experiment'>,
  slotId: string,
  input: SaveSlotGatewayInput,
): Promise<SlotGatewayView> {
  assertOfSlot(actor, slotId);
  return db().$transaction(async (tx) => {
    await getSlotRow(actor.workspaceId, slotId, tx);
    if (input.providerId !== null) await getProviderRow(actor.workspaceId, input.providerId, tx);
    const updatedAt = new Date(systemClock.nowMs());
    const row = await saveSlotGatewayRow({ slotId, ...input, updatedBy: actor.name, updatedAt }, tx);
    await recordAudit(tx, actor, 'slot.gatewaySet', slotId, { ...input });
    return viewOf(slotId, row);
  });
}

function viewOf(slotId: string, row: SlotGateway | null): SlotGatewayView {
  const { providerId, model, mirrorsTools, traceShare, updatedBy, updatedAt } = row ?? NOTHING_SET;
  const settings = { providerId, model, mirrorsTools, traceShare };
  return { slotId, ...settings, updatedBy, updatedAt: updatedAt?.toISOString() ?? null };
}

const NOTHING_SET = {
  ...{ providerId: null, model: null, mirrorsTools: false, traceShare: 0 },
  ...{ updatedBy: null, updatedAt: null },
};
