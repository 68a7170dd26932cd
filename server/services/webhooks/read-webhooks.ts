import type { DeliveryView, WebhookView } from '@/lib/contracts/webhooks';
import type { Actor } from '@/lib/domain/actor';
import { cutPage } from '@/server/repositories/keyset';
import { getWebhookRow, listDeliveryRows, listWebhookRows } from '@/server/repositories/webhooks';
import { deliveryView, webhookView } from './webhook-view';

/** An address may hold a secret of its own, as Slack's do: only who administers sees them. */
export async function listWebhooks(actor: Actor<'administer'>): Promise<WebhookView[]> {
  return (await listWebhookRows(actor.workspaceId)).map(webhookView);
}

export async function listDeliveries(
  actor: Actor<'administer'>,
  input: { readonly webhookId: string; readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ items: DeliveryView[]; nextCursor: string | null }> {
  const { webhookId, cursor, limit } = input;
  await getWebhookRow(actor.workspaceId, webhookId);
  const { items, nextCursor } = cutPage(await listDeliveryRows(webhookId, { cursor, limit }), limit);
  return { items: items.map(deliveryView), nextCursor };
}
