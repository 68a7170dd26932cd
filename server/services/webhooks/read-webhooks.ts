import type { DeliveryView, WebhookView } from '@/lib/contracts/webhooks';
import type { Actor } from '@/lib/domain/actor';
import { assertMay } from '@/lib/policy/roles';
import { cutPage } from '@/server/repositories/keyset';
import { getWebhookRow, listDeliveryRows, listWebhookRows } from '@/server/repositories/webhooks';
import { deliveryView, webhookView } from './webhook-view';

/** An address may hold a secret of its own, as Slack's do: only who administers sees them. */
export async function listWebhooks(actor: Actor): Promise<WebhookView[]> {
  assertMay(actor, 'administer');
  return (await listWebhookRows(actor.workspaceId)).map(webhookView);
}

export async function listDeliveries(
  actor: Actor,
  input: { readonly webhookId: string; readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ items: DeliveryView[]; nextCursor: string | null }> {
  assertMay(actor, 'administer');
  const { webhookId, cursor, limit } = input;
  await getWebhookRow(actor.workspaceId, webhookId);
  const { items, nextCursor } = cutPage(await listDeliveryRows(webhookId, { cursor, limit }), limit);
  return { items: items.map(deliveryView), nextCursor };
}
