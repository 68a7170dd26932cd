import { readRevertEffect, revertSlot } from '@/lib/contracts/slot-revert';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reverting from '@/server/services/slots/revert-slot';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readRevertEffect, ({ actor, params }) => reverting.readRevertEffect(actor, params)),
  serve(revertSlot, ({ actor, params, body }) => reverting.revertSlot(actor, { ...params, ...body })),
);
