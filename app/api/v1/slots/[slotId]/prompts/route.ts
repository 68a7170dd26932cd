import { addSlotPrompt, listSlotPrompts } from '@/lib/contracts/slot-prompts';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as prompts from '@/server/services/slots/slot-prompts';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listSlotPrompts, ({ actor, params, query }) =>
    prompts.listSlotPrompts(actor, { ...params, ...query }),
  ),
  serve(addSlotPrompt, ({ actor, params, body }) => prompts.addSlotPrompt(actor, { ...params, ...body })),
);
