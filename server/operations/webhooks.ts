import * as notices from '@/lib/contracts/notices';
import * as webhooks from '@/lib/contracts/webhooks';
import { checkAddress, postWebhook } from '@/server/http/model-access';
import { serve } from '@/server/http/serve';
import { systemClock } from '@/server/observability/system-clock';
import { listNotices, readNotices } from '@/server/services/notices/read-notices';
import { listDeliveries, listWebhooks } from '@/server/services/webhooks/read-webhooks';
import { createWebhook, updateWebhook } from '@/server/services/webhooks/save-webhook';
import { resendDelivery, testWebhook } from '@/server/services/webhooks/send-delivery';

/** Notices and webhooks: messages that Waggle sends by itself. */
export const served = [
  serve(notices.readNotices, readNotices),
  serve(notices.listNotices, listNotices),
  serve(webhooks.resendDelivery, resendDelivery),
  serve(webhooks.listDeliveries, listDeliveries),
  serve(webhooks.updateWebhook, (actor, { webhookId }, { body }) =>
    updateWebhook(actor, { webhookId, change: body }, checkAddress),
  ),
  serve(webhooks.testWebhook, (actor, input) =>
    testWebhook(actor, input, { post: postWebhook, clock: systemClock }),
  ),
  serve(webhooks.listWebhooks, async (actor) => ({ items: await listWebhooks(actor) })),
  serve(webhooks.createWebhook, (actor, input) => createWebhook(actor, input, checkAddress)),
];
