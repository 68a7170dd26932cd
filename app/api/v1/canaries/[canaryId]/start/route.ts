import { startCanary } from '@/lib/contracts/canaries';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { servingClock } from '@/server/observability/serving-clock';
import * as drafting from '@/server/services/canaries/canary-drafts';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(startCanary, ({ actor, params }) => drafting.startCanary(actor, params, servingClock())),
);
