import { controlRun } from '@/lib/contracts/runs';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as steering from '@/server/services/runs/control-run';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(controlRun, ({ actor, params, body }) => steering.controlRun(actor, { ...body, ...params })),
);
