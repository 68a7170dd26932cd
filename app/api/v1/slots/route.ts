import { createSlot, listSlots } from '@/lib/contracts/slots';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as managing from '@/server/services/slots/manage-slots';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listSlots, ({ actor, query }) => managing.listSlots(actor, query)),
  serve(createSlot, ({ actor, body }) => managing.createSlot(actor, body)),
);
