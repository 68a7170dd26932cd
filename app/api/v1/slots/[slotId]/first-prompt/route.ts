import { setFirstPrompt } from '@/lib/contracts/slot-prompts';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as beginning from '@/server/services/slots/set-first-prompt';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(setFirstPrompt, ({ actor, params, body }) => beginning.setFirstPrompt(actor, { ...params, ...body })),
);
