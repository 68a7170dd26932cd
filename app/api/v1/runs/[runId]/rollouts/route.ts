import { listRollouts } from '@/lib/contracts/run-reading';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-rollouts';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listRollouts, ({ actor, params, query }) => reading.listRollouts(actor, { ...query, ...params })),
);
