import { checkRun } from '@/lib/contracts/proposals';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as proposals from '@/server/services/proposals/check-run';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(checkRun, ({ actor, params, body }) => proposals.checkRun(actor, { ...params, ...body })),
);
