import { listInsights } from '@/lib/contracts/provenance';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-insights';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listInsights, ({ actor, params, query }) => reading.listInsights(actor, { ...query, ...params })),
);
