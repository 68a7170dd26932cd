import type { SlotView } from '@/lib/contracts/slots';
import type { Actor } from '@/lib/domain/actor';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import { Prisma } from '@/server/db/generated/client';
import { systemClock } from '@/server/observability/system-clock';
import { createFlagChangeRow } from '@/server/repositories/flag-changes';
import { lockSlot, raiseConfigVersion, updateSlotRow } from '@/server/repositories/slots';
import { recordAudit } from '@/server/services/audit/record-audit';
import { assertNoOpenCanary } from './manage-slots';
import { slotView } from './slot-view';

/** A slot that is put away is asked in vain, and clients use the default in their code; its history stays. */
interface OneSlot {
  readonly slotId: string;
}

/** Archiving again changes nothing; nor does restoring again. */
export const archiveSlot = (actor: Actor<'review'>, { slotId }: OneSlot, clock: Clock = systemClock) =>
  setArchived(actor, slotId, { isAway: true, clock });

export const restoreSlot = (actor: Actor<'review'>, { slotId }: OneSlot, clock: Clock = systemClock) =>
  setArchived(actor, slotId, { isAway: false, clock });

async function setArchived(
  actor: Actor<'review'>,
  slotId: string,
  { isAway, clock }: { readonly isAway: boolean; readonly clock: Clock },
): Promise<SlotView> {
  const row = await db().$transaction(async (tx) => {
    const before = await lockSlot(actor.workspaceId, slotId, tx);
    if ((before.archivedAt !== null) === isAway) return before;
    if (isAway) await assertNoOpenCanary(slotId, tx);
    const configVersion = await raiseConfigVersion(actor.workspaceId, tx);
    const at = new Date(clock.nowMs());
    const after = await updateSlotRow(slotId, { archivedAt: isAway ? at : null, configVersion }, tx);
    const kind = isAway ? 'archived' : 'restored';
    const reason = isAway ? 'The slot was archived.' : 'The slot was restored.';
    const livePromptId = isAway ? null : after.livePromptId;
    const change = { slotId, configVersion, kind, livePromptId, split: Prisma.DbNull, reason, at } as const;
    await createFlagChangeRow({ ...change, actor: actor.name }, tx);
    await recordAudit(tx, actor, `slot.${kind}`, slotId, { name: after.name, configVersion });
    return after;
  });
  return slotView(row);
}
