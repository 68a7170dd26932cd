import { comparePairs } from '@/lib/contracts/paired-comparisons';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as comparing from '@/server/services/comparisons/compare-pairs';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(comparePairs, ({ actor, query }) => comparing.comparePairs(actor, query)),
);
