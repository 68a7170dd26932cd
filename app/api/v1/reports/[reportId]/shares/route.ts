import { createShare, listShares } from '@/lib/contracts/shares';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as sharing from '@/server/services/reviews/shares';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listShares, ({ actor, params, query }) => sharing.listShares(actor, { ...params, ...query })),
  serve(createShare, ({ actor, params, body }) => sharing.createShare(actor, { ...params, ...body })),
);
