import { readCosts } from '@/lib/contracts/costs';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/costs/read-costs';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readCosts, ({ actor, params, query }) => reading.readCosts(actor, { ...query, ...params })),
);
