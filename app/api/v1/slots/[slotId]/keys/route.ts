import { createSlotKey, listSlotKeys } from '@/lib/contracts/slot-keys';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as slotKeys from '@/server/services/slots/slot-keys';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listSlotKeys, ({ actor, params }) => slotKeys.listSlotKeys(actor, params)),
  serve(createSlotKey, ({ actor, params, body }) => slotKeys.createSlotKey(actor, { ...params, ...body })),
);
