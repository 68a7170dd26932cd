import { getSlot, renameSlot } from '@/lib/contracts/slots';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as managing from '@/server/services/slots/manage-slots';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(getSlot, ({ actor, params }) => managing.getSlot(actor, params)),
  serve(renameSlot, ({ actor, params, body }) => managing.renameSlot(actor, { ...params, ...body })),
);
