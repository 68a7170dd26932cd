import { controlSweep } from '@/lib/contracts/sweeps';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as controlling from '@/server/services/sweeps/control-sweep';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(controlSweep, ({ actor, params, body }) => controlling.controlSweep(actor, { ...params, ...body })),
);
