import { advanceCanary } from '@/lib/contracts/canaries';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { servingClock } from '@/server/observability/serving-clock';
import * as advancing from '@/server/services/canaries/advance-canary';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(advanceCanary, ({ actor, params, body }) =>
    advancing.advanceCanary(actor, { ...params, ...body }, servingClock()),
  ),
);
