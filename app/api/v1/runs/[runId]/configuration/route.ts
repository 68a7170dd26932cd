import { readConfiguration } from '@/lib/contracts/configuration';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/readiness/read-configuration';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readConfiguration, ({ actor, params, query }) =>
    reading.readConfiguration(actor, { ...query, ...params }),
  ),
);
