import { resendDelivery } from '@/lib/contracts/webhooks';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as sending from '@/server/services/webhooks/send-delivery';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(resendDelivery, ({ actor, params }) => sending.resendDelivery(actor, params)),
);
