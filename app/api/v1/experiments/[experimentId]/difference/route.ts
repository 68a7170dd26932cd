import { compareConfigurations } from '@/lib/contracts/configuration';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as comparing from '@/server/services/experiments/compare-configurations';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(compareConfigurations, ({ actor, params, query }) =>
    comparing.compareConfigurations(actor, { ...query, ...params }),
  ),
);
