import { requestCanaryChanges } from '@/lib/contracts/approvals';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { servingClock } from '@/server/observability/serving-clock';
import * as deciding from '@/server/services/approvals/decide';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(requestCanaryChanges, ({ actor, params, body }) =>
    deciding.requestChanges(actor, { ...params, ...body }, servingClock()),
  ),
);
