import { changeLanes, getLanes } from '@/lib/contracts/lanes';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as lanes from '@/server/services/runs/change-lanes';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(getLanes, ({ actor, params }) => lanes.getLanes(actor, params)),
  serve(changeLanes, ({ actor, params, body }) => lanes.changeLanes(actor, { ...body, ...params })),
);
