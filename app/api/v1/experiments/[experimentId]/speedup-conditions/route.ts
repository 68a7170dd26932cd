import { getSpeedupConditions } from '@/lib/contracts/diagnoses';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/diagnoses/read-speedup-conditions';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(getSpeedupConditions, ({ actor, params }) => reading.readSpeedupConditions(actor, params)),
);
