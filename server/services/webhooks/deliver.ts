import { canonicalJson } from '@/lib/domain/content-hash';
import { waitAfter } from '@/lib/policy/webhook-retries';
import type { Clock } from '@/lib/ports/clock';
import type { PostWebhook, WebhookReply } from '@/lib/ports/webhook-post';
import {
  type DeliveryRow,
  type ReadyDelivery,
  readDelivery,
  updateDeliveryRow,
} from '@/server/repositories/webhooks';

/**
 * One try of one delivery, and its row afterwards. The row says whether and when there is another try; the caller
 * queues it.
 */
export interface Delivered {
  readonly row: DeliveryRow;
  /** Null: no other try follows. */
  readonly againInSeconds: number | null;
}

export interface DeliverPorts {
  readonly post: PostWebhook;
  readonly clock: Clock;
}

/** Null where there is nothing (any more) to deliver. */
export async function deliver(deliveryId: string, { post, clock }: DeliverPorts): Promise<Delivered | null> {
  const ready = await readDelivery(deliveryId);
  if (ready === null || ready.state !== 'waiting') return null;
  const attempts = ready.attempts + 1;
  const reply = await send(ready, { post, clock });
  const againInSeconds = isTaken(reply) || reply.kind === 'refused' ? null : waitAfter(attempts);
  const now = clock.nowMs();
  const row = await updateDeliveryRow(deliveryId, {
    attempts,
    state: isTaken(reply) ? 'delivered' : againInSeconds === null ? 'failed' : 'waiting',
    lastStatus: reply.kind === 'answered' ? reply.status : null,
    lastError: isTaken(reply) ? null : sentenceOf(reply),
    nextAt: againInSeconds === null ? null : new Date(now + againInSeconds * 1000),
    deliveredAt: isTaken(reply) ? new Date(now) : null,
  });
  return { row, againInSeconds };
}

async function send(
  { id, event, payload, webhook }: ReadyDelivery,
  { post, clock }: DeliverPorts,
): Promise<WebhookReply> {
  const { url, secret, disabledAt } = webhook;
  if (disabledAt !== null) return { kind: 'refused', sentence: 'The webhook is disabled.' };
  if (secret === null) {
    const sentence = 'Its secret cannot be opened: this installation has another one now. Make a new secret.';
    return { kind: 'refused', sentence };
  }
  return post({ url, secret, deliveryId: id, event, body: canonicalJson(payload), nowMs: clock.nowMs() });
}

function isTaken(reply: WebhookReply): boolean {
  return reply.kind === 'answered' && reply.status >= 200 && reply.status < 300;
}

function sentenceOf(reply: WebhookReply): string {
  if (reply.kind !== 'answered') return reply.sentence;
  const isRedirect = reply.status >= 300 && reply.status < 400;
  return isRedirect
    ? `It answered with a redirect (${reply.status}); give its own address.`
    : `It answered with ${reply.status}.`;
}
