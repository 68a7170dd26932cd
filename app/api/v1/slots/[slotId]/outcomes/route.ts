import { postOutcomes } from '@/lib/contracts/canary-ingest';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { servingClock } from '@/server/observability/serving-clock';
import * as ingest from '@/server/services/canaries/post-outcomes';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(postOutcomes, ({ actor, params, body }) =>
    ingest.postOutcomes(actor, { ...params, ...body }, servingClock()),
  ),
);
