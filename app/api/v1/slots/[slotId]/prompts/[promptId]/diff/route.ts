import { diffSlotPrompts } from '@/lib/contracts/slot-prompts';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as history from '@/server/services/slots/slot-history';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(diffSlotPrompts, ({ actor, params, query }) =>
    history.diffSlotPrompts(actor, { ...params, ...query }),
  ),
);
