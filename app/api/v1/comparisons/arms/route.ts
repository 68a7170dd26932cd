import { compareArms } from '@/lib/contracts/comparisons';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as comparing from '@/server/services/comparisons/compare-arms';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(compareArms, ({ actor, query }) => comparing.compareArms(actor, query)),
);
