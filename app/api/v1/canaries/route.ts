import { draftCanary, listCanaries } from '@/lib/contracts/canaries';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { servingClock } from '@/server/observability/serving-clock';
import * as drafting from '@/server/services/canaries/canary-drafts';
import * as reading from '@/server/services/canaries/read-canaries';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listCanaries, ({ actor, query }) => reading.listCanaries(actor, query)),
  serve(draftCanary, ({ actor, body }) => drafting.draftCanary(actor, body, servingClock())),
);
