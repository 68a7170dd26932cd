import { readTimeline } from '@/lib/contracts/timeline';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-timeline';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readTimeline, ({ actor, params, query }) => reading.readTimeline(actor, { ...query, ...params })),
);
