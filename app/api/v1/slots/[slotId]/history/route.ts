import { listSlotHistory } from '@/lib/contracts/slot-history';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as history from '@/server/services/slots/slot-history';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listSlotHistory, ({ actor, params, query }) =>
    history.listSlotHistory(actor, { ...params, ...query }),
  ),
);
