import { replayRun } from '@/lib/contracts/replay';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as replays from '@/server/services/runs/replay-run';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(replayRun, ({ actor, params, signal }) =>
    replays.replayRun(actor, { ...params, signal, limits: replays.REQUEST_LIMITS }),
  ),
);
