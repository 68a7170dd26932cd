import { getRun } from '@/lib/contracts/runs';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-runs';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(getRun, ({ actor, params }) => reading.getRun(actor, params)),
);
