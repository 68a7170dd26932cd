import { revokeShare } from '@/lib/contracts/shares';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as sharing from '@/server/services/reviews/shares';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(revokeShare, ({ actor, params }) => sharing.revokeShare(actor, params)),
);
