import { estimateSweep } from '@/lib/contracts/sweeps';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as preparing from '@/server/services/sweeps/prepare-sweep';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(estimateSweep, ({ actor, body }) => preparing.estimate(actor, body)),
);
