import { updateWebhook } from '@/lib/contracts/webhooks';
import { checkAddress } from '@/server/http/model-access';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as saving from '@/server/services/webhooks/save-webhook';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(updateWebhook, ({ actor, params, body }) =>
    saving.updateWebhook(actor, { webhookId: params.webhookId, change: body }, checkAddress),
  ),
);
