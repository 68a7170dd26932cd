import { listExamples } from '@/lib/contracts/datasets';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/datasets/read-datasets';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listExamples, ({ actor, params, query }) => reading.listExamples(actor, { ...query, ...params })),
);
