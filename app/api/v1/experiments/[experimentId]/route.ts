import { getExperiment, updateExperiment } from '@/lib/contracts/experiments';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as changing from '@/server/services/experiments/change-experiments';
import * as reading from '@/server/services/experiments/read-experiments';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(getExperiment, ({ actor, params }) => reading.getExperiment(actor, params)),
  serve(updateExperiment, ({ actor, params, body }) =>
    changing.updateExperiment(actor, { ...body, ...params }),
  ),
);
