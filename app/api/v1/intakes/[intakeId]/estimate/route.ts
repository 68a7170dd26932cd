import { estimateIntake } from '@/lib/contracts/intakes';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as estimating from '@/server/services/intakes/estimate-intake';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(estimateIntake, ({ actor, params }) => estimating.estimateIntake(actor, params)),
);
