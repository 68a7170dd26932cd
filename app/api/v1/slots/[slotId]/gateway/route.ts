import { readSlotGateway, saveSlotGateway } from '@/lib/contracts/gateway';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as gateways from '@/server/services/slots/slot-gateway';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readSlotGateway, ({ actor, params }) => gateways.readSlotGateway(actor, params.slotId)),
  serve(saveSlotGateway, ({ actor, params, body }) => gateways.saveSlotGateway(actor, params.slotId, body)),
);
