import { adviseShape } from '@/lib/contracts/run-groups';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as advising from '@/server/services/run-groups/advise-shape';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(adviseShape, ({ actor, query }) => advising.advise(actor, query)),
);
