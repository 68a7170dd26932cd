import { computeCanaryPower } from '@/lib/contracts/canaries';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { servingClock } from '@/server/observability/serving-clock';
import * as power from '@/server/services/canaries/compute-power';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(computeCanaryPower, ({ actor, body }) => power.computeCanaryPower(actor, body, servingClock())),
);
