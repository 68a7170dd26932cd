import { listRuns, startRun } from '@/lib/contracts/runs';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-runs';
import * as starting from '@/server/services/runs/start-run';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listRuns, ({ actor, query }) => reading.listRuns(actor, query)),
  serve(startRun, ({ actor, body }) => starting.startRun(actor, body)),
);
