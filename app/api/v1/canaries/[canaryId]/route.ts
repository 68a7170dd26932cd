import { amendCanary, readCanary } from '@/lib/contracts/canaries';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { servingClock } from '@/server/observability/serving-clock';
import * as drafting from '@/server/services/canaries/canary-drafts';
import * as reading from '@/server/services/canaries/read-canaries';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readCanary, ({ actor, params }) => reading.readCanary(actor, params, servingClock())),
  serve(amendCanary, ({ actor, params, body }) =>
    drafting.amendCanary(actor, { ...params, ...body }, servingClock()),
  ),
);
