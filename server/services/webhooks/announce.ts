import { ulid } from 'ulid';
import type { WorkspaceEvent } from '@/lib/domain/workspace-event';
import { config } from '@/server/config/config';
import type { Prisma } from '@/server/db/generated/client';
import { startQueue } from '@/server/jobs/queue';
import { sendDelivery } from '@/server/jobs/webhook-jobs';
import { createDeliveryRow, findWebhooksOf } from '@/server/repositories/webhooks';
import { tellPeople } from '@/server/services/notices/tell-people';
import { payloadOf } from './payload';

/**
 * Tells of an event: people in the app, and webhooks. Everything in the transaction of the event, the jobs too, so that
 * nothing is told that did not happen and nothing that happened is left out. What is posted is posted after the commit.
 */
export async function announce(tx: Prisma.TransactionClient, event: WorkspaceEvent): Promise<void> {
  await tellPeople(tx, event);
  if (event.kind === 'comment.mentioned') return;
  const webhooks = await findWebhooksOf(event.workspaceId, event.kind, tx);
  if (webhooks.length === 0) return;
  const queue = await startQueue();
  const { baseUrl } = config();
  for (const webhook of webhooks) {
    const id = `whd_${ulid()}`;
    const payload = payloadOf(webhook.shape, { deliveryId: id, baseUrl, event });
    const nextAt = new Date(event.atMs);
    await createDeliveryRow({ id, webhookId: webhook.id, event: event.kind, payload, nextAt }, tx);
    await sendDelivery(queue, id, { tx });
  }
}
