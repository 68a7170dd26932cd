import { readPareto } from '@/lib/contracts/pareto';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as comparing from '@/server/services/comparisons/read-pareto';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readPareto, ({ actor, query }) => comparing.readPareto(actor, query)),
);
