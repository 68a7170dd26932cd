import { readBulletHistory } from '@/lib/contracts/provenance';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-bullet-history';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readBulletHistory, ({ actor, params, query }) =>
    reading.readBulletHistory(actor, { ...query, ...params }),
  ),
);
