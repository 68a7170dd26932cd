import { ulid } from 'ulid';
import type { SlotKeyInput, SlotKeyView } from '@/lib/contracts/slot-keys';
import type { Actor } from '@/lib/domain/actor';
import type { Clock } from '@/lib/ports/clock';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { db } from '@/server/db/client';
import { systemClock } from '@/server/observability/system-clock';
import { createKeyRow, listKeyRows } from '@/server/repositories/keys';
import { getSlotRow } from '@/server/repositories/slots';
import { recordAudit } from '@/server/services/audit/record-audit';
import { slotKeyView } from './slot-view';

/** Keys of one slot (rulings C3). They are revoked like any other key. */
interface OneSlot {
  readonly slotId: string;
}

const DAY_MS = 24 * 3600 * 1000;

export async function listSlotKeys(
  actor: Actor<'administer'>,
  { slotId }: OneSlot,
): Promise<{ items: SlotKeyView[] }> {
  await getSlotRow(actor.workspaceId, slotId);
  return { items: (await listKeyRows(actor.workspaceId, slotId)).map(slotKeyView) };
}

export async function createSlotKey(
  actor: Actor<'administer'>,
  input: SlotKeyInput & OneSlot,
  clock: Clock = systemClock,
): Promise<{ readonly key: SlotKeyView; readonly secret: string }> {
  const { workspaceId, name: createdBy } = actor;
  const { slotId, name, expiresInDays } = input;
  await getSlotRow(workspaceId, slotId);
  const { secret, hash, prefix } = makeKeySecret();
  const expiresAt = expiresInDays === null ? null : new Date(clock.nowMs() + expiresInDays * DAY_MS);
  const rights =
    input.use === 'browser'
      ? { scopes: ['evaluate' as const], isBrowser: true, origins: [...new Set(input.origins)] }
      : { scopes: [...new Set(input.scopes)], isBrowser: false, origins: [] };
  return db().$transaction(async (tx) => {
    // The role says what a key may do elsewhere, and this one is only for its slot.
    const values = { workspaceId, name, role: 'viewer', secretHash: hash, prefix, createdBy } as const;
    const row = await createKeyRow({ id: `key_${ulid()}`, ...values, expiresAt, slotId, ...rights }, tx);
    await recordAudit(tx, actor, 'key.created', row.id, { name, slotId, ...rights });
    return { key: slotKeyView(row), secret };
  });
}
