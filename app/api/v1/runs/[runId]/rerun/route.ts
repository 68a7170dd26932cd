import { rerunRun } from '@/lib/contracts/runs';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as rerunning from '@/server/services/runs/rerun';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(rerunRun, ({ actor, params, body }) => rerunning.rerun(actor, { ...body, ...params })),
);
