import { readDispatch } from '@/lib/contracts/dispatch';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-dispatch';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readDispatch, ({ actor, params, query }) => reading.readDispatch(actor, { ...query, ...params })),
);
