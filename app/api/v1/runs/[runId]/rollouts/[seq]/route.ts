import { getRolloutTrace } from '@/lib/contracts/run-reading';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-rollouts';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(getRolloutTrace, ({ actor, params }) => reading.getRolloutTrace(actor, params)),
);
