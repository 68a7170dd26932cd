import { readStatedInputs } from '@/lib/contracts/intakes';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as stating from '@/server/services/intakes/stated-inputs';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readStatedInputs, ({ actor, params }) => stating.readStatedInputs(actor, params)),
);
