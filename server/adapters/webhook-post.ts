import { createHmac } from 'node:crypto';
import type { PostWebhook, WebhookPost, WebhookReply } from '@/lib/ports/webhook-post';
import { addressRefusal } from './error-causes';
import { guardedConnection } from './guarded-fetch';

/**
 * Posts to a webhook over the same guarded connection as all calls to addresses that people give (rulings S2): looked at
 * when it connects, no redirect followed, the answer read to a limit and thrown away. Signed, so that the receiver knows
 * who speaks and when:
 *
 *     waggle-signature: t=<seconds>,v1=<hex of HMAC-SHA256(secret, "<seconds>.<body>")>
 */
const CONNECTIONS = 8;
const ANSWER_BYTES_MAX = 64 * 1024;
const TIMEOUT_MS = 10_000;

export interface WebhookPoster {
  readonly post: PostWebhook;
  close(): Promise<void>;
}

export function makeWebhookPoster(
  allowedAddresses: readonly string[],
  timeoutMs: number = TIMEOUT_MS,
): WebhookPoster {
  const connection = guardedConnection(CONNECTIONS, allowedAddresses, ANSWER_BYTES_MAX);
  return {
    async post(message) {
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        const { status } = await connection.fetch(message.url, {
          method: 'POST',
          headers: headersOf(message),
          body: message.body,
          signal: limit,
        });
        return { kind: 'answered', status };
      } catch (error) {
        return faultOf(error, limit.aborted ? timeoutMs : null);
      }
    },
    close: connection.close,
  };
}

export function signatureOf({ secret, body }: Pick<WebhookPost, 'secret' | 'body'>, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

function headersOf(message: WebhookPost): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Waggle-Webhook',
    'waggle-event': message.event,
    'waggle-delivery': message.deliveryId,
    'waggle-signature': signatureOf(message, Math.floor(message.nowMs / 1000)),
  };
}

/** Describes the fault without repeating any text of the receiver. */
function faultOf(error: unknown, timedOutMs: number | null): WebhookReply {
  const refusal = addressRefusal(error);
  if (refusal !== null) return { kind: 'refused', sentence: refusal.userMessage };
  const sentence =
    timedOutMs === null
      ? 'It could not be reached, or its answer was too long.'
      : `It did not answer within ${timedOutMs / 1000} s.`;
  return { kind: 'unreachable', sentence };
}
