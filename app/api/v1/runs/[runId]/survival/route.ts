import { readSurvival } from '@/lib/contracts/survival';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-survival';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readSurvival, ({ actor, params, query }) => reading.readSurvival(actor, { ...query, ...params })),
);
