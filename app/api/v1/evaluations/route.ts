import { evaluateCandidate } from '@/lib/contracts/evaluations';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as evaluating from '@/server/services/evaluations/evaluate-candidate';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(evaluateCandidate, ({ actor, body }) => evaluating.evaluateCandidate(actor, body)),
);
