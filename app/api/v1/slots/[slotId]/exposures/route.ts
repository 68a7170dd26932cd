import { postExposures } from '@/lib/contracts/canary-ingest';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { servingClock } from '@/server/observability/serving-clock';
import * as ingest from '@/server/services/canaries/post-exposures';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(postExposures, ({ actor, params, body }) =>
    ingest.postExposures(actor, { ...params, ...body }, servingClock()),
  ),
);
