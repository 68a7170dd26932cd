import { ulid } from 'ulid';
import type { DeliveryView } from '@/lib/contracts/webhooks';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { config } from '@/server/config/config';
import { db } from '@/server/db/client';
import { startQueue } from '@/server/jobs/queue';
import { sendDelivery } from '@/server/jobs/webhook-jobs';
import {
  createDeliveryRow,
  getDeliveryRow,
  getWebhookRow,
  updateDeliveryRow,
  type WebhookRow,
} from '@/server/repositories/webhooks';
import { recordAudit } from '@/server/services/audit/record-audit';
import { type DeliverPorts, deliver } from './deliver';
import { payloadOf } from './payload';
import { deliveryView } from './webhook-view';

/** A delivery on request: a test, answered at once, or a failed one, sent again by the queue. */
const TEST_EVENT = 'webhook.test';

export async function testWebhook(
  actor: Actor<'administer'>,
  { webhookId }: { readonly webhookId: string },
  ports: DeliverPorts,
): Promise<DeliveryView> {
  const webhook = await getWebhookRow(actor.workspaceId, webhookId);
  assertEnabled(webhook);
  const id = `whd_${ulid()}`;
  const event = {
    ...{ kind: TEST_EVENT, canaryId: '', actor: actor.name, atMs: ports.clock.nowMs(), detail: {} },
    text: `${actor.name} tries the webhook “${webhook.name}” of Waggle.`,
  };
  const payload = payloadOf(webhook.shape, { deliveryId: id, baseUrl: config().baseUrl, event });
  const row = await createDeliveryRow({ id, webhookId, event: TEST_EVENT, payload });
  const delivered = await deliver(row.id, ports);
  // A test reports its result at once; it is not retried without the caller.
  const ended = await updateDeliveryRow(row.id, {
    nextAt: null,
    ...(delivered?.row.state === 'waiting' ? { state: 'failed' } : {}),
  });
  return deliveryView(ended);
}

export async function resendDelivery(
  actor: Actor<'administer'>,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<DeliveryView> {
  assertEnabled(await getWebhookRow(actor.workspaceId, webhookId));
  const queue = await startQueue();
  return db().$transaction(async (tx) => {
    const before = await getDeliveryRow(webhookId, deliveryId, tx);
    // Tries begin anew, and so do the waits between them.
    const again = { state: 'waiting', attempts: 0, nextAt: new Date(), deliveredAt: null };
    const row = await updateDeliveryRow(deliveryId, again, tx);
    await sendDelivery(queue, deliveryId, { tx });
    await recordAudit(tx, actor, 'webhook.sentAgain', webhookId, { deliveryId, event: before.event });
    return deliveryView(row);
  });
}

function assertEnabled({ disabledAt }: WebhookRow): void {
  if (disabledAt === null) return;
  throw new AppError('STATE_CONFLICT', 'This webhook is disabled. Enable it to send to it.');
}
