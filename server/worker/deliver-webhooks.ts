import type { PgBoss } from 'pg-boss';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import { makeWebhookPoster } from '@/server/adapters/webhook-post';
import { config } from '@/server/config/config';
import { DELIVER_WEBHOOK, sendDelivery, workOnDeliveries } from '@/server/jobs/webhook-jobs';
import { logOf } from '@/server/observability/log';
import { systemClock } from '@/server/observability/system-clock';
import { findForgottenDeliveries } from '@/server/repositories/webhooks';
import { deliver } from '@/server/services/webhooks/deliver';

/** Carries the deliveries of webhooks, and finds those whose job was lost. */
const AT_ONCE = 4;
const LOOK_MS = 60_000;
const FORGOTTEN_MS = 10 * 60_000;
const LOOK_LIMIT = 100;

export interface Deliverer {
  close(): Promise<void>;
}

export async function startDeliveries(queue: PgBoss): Promise<Deliverer> {
  const poster = makeWebhookPoster(config().allowedAddresses);
  const ports = { post: poster.post, clock: systemClock };
  await workOnDeliveries(queue, AT_ONCE, async (deliveryId) => {
    const delivered = await deliver(deliveryId, ports);
    if (delivered === null || delivered.againInSeconds === null) return;
    await sendDelivery(queue, deliveryId, { afterSeconds: delivered.againInSeconds });
  });
  const timer = setInterval(() => void sendForgotten(queue), LOOK_MS);
  return {
    async close() {
      clearInterval(timer);
      await queue.offWork(DELIVER_WEBHOOK, { wait: true });
      await poster.close();
    },
  };
}

/** A second job of a delivery does no harm: it finds the delivery done. */
async function sendForgotten(queue: PgBoss): Promise<void> {
  try {
    const before = new Date(Date.now() - FORGOTTEN_MS);
    for (const id of await findForgottenDeliveries(before, LOOK_LIMIT)) await sendDelivery(queue, id);
  } catch (error) {
    const level = isDatabaseGone(error) ? 'debug' : 'warn';
    logOf('webhooks')[level]({ err: error }, 'Deliveries without a job were not looked for.');
  }
}
