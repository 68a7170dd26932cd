import { checkClaim } from '@/lib/contracts/proposals';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as proposals from '@/server/services/proposals/check-claim';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(checkClaim, ({ actor, body }) => proposals.checkClaim(actor, body)),
);
