import type { DeliveryView, WebhookView } from '@/lib/contracts/webhooks';
import type { DeliveryRow, WebhookRow } from '@/server/repositories/webhooks';

/** A webhook and its deliveries as owners see them; the secret is in neither. */
export function webhookView(row: WebhookRow): WebhookView {
  const { workspaceId: _workspace, shape, events, createdAt, disabledAt, ...rest } = row;
  return {
    ...rest,
    shape: shape as WebhookView['shape'],
    events: events as WebhookView['events'],
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}

export function deliveryView(row: DeliveryRow): DeliveryView {
  const { id, event, attempts, lastStatus, lastError } = row;
  return {
    ...{ id, event, attempts, lastStatus, lastError },
    state: row.state as DeliveryView['state'],
    payload: row.payload as DeliveryView['payload'],
    createdAt: row.createdAt.toISOString(),
    nextAt: row.nextAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}
