import { compareCurves } from '@/lib/contracts/curves';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as comparing from '@/server/services/comparisons/compare-curves';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(compareCurves, ({ actor, query }) => comparing.compareCurves(actor, query)),
);
