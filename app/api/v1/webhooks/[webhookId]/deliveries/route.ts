import { listDeliveries } from '@/lib/contracts/webhooks';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/webhooks/read-webhooks';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listDeliveries, ({ actor, params, query }) => reading.listDeliveries(actor, { ...params, ...query })),
);
