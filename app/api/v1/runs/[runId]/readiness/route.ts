import { readReadiness, startReadiness } from '@/lib/contracts/readiness';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/readiness/read-readiness';
import * as starting from '@/server/services/readiness/start-readiness';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readReadiness, ({ actor, params, query }) => reading.readReadiness(actor, { ...query, ...params })),
  serve(startReadiness, ({ actor, params, body }) => starting.startReadiness(actor, { ...body, ...params })),
);
