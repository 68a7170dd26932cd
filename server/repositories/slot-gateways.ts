import { db } from '@/server/db/client';
import type { Prisma, SlotGateway } from '@/server/db/generated/client';

/** How the gateway answers for a slot, as it was set. */
type Tx = Prisma.TransactionClient;

export function findSlotGateway(slotId: string, tx: Tx = db()): Promise<SlotGateway | null> {
  return tx.slotGateway.findUnique({ where: { slotId } });
}

export function saveSlotGatewayRow(row: SlotGateway, tx: Tx): Promise<SlotGateway> {
  const { slotId, ...values } = row;
  return tx.slotGateway.upsert({ where: { slotId }, create: row, update: values });
}
