import { testWebhook } from '@/lib/contracts/webhooks';
import { postWebhook } from '@/server/http/model-access';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { systemClock } from '@/server/observability/system-clock';
import * as sending from '@/server/services/webhooks/send-delivery';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(testWebhook, ({ actor, params }) =>
    sending.testWebhook(actor, params, { post: postWebhook, clock: systemClock }),
  ),
);
