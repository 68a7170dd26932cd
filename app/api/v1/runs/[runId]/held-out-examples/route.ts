import { listHeldOutExamples } from '@/lib/contracts/paired-comparisons';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as comparing from '@/server/services/comparisons/list-held-out-examples';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listHeldOutExamples, ({ actor, params, query }) =>
    comparing.listHeldOutExamples(actor, { ...query, ...params }),
  ),
);
