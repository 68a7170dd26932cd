import { prioritiseCandidate } from '@/lib/contracts/dispatch';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as steering from '@/server/services/runs/prioritise-candidate';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(prioritiseCandidate, ({ actor, params, body }) =>
    steering.prioritiseCandidate(actor, { ...body, ...params }),
  ),
);
