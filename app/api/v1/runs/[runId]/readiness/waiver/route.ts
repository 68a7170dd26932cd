import { waiveHardware } from '@/lib/contracts/readiness';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as waiving from '@/server/services/readiness/waive-hardware';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(waiveHardware, ({ actor, params, body }) => waiving.waiveHardware(actor, { ...body, ...params })),
);
