import { readEvaluationSummary } from '@/lib/contracts/evaluations';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as summary from '@/server/services/evaluations/evaluation-summary';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readEvaluationSummary, ({ actor, query }) => summary.readEvaluationSummary(actor, query)),
);
