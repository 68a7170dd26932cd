import { createWebhook, listWebhooks } from '@/lib/contracts/webhooks';
import { checkAddress } from '@/server/http/model-access';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/webhooks/read-webhooks';
import * as saving from '@/server/services/webhooks/save-webhook';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listWebhooks, async ({ actor }) => ({ items: await reading.listWebhooks(actor) })),
  serve(createWebhook, ({ actor, body }) => saving.createWebhook(actor, body, checkAddress)),
);
