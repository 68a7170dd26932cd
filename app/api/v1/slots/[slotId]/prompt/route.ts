import { readSlotPrompt } from '@/lib/contracts/slot-prompts';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { preflight } from '@/server/serving/cors';
import { responseOf } from '@/server/serving/exchange';
import { admitReader, readPlainPrompt } from '@/server/serving/plain-prompt';
import { serving } from '@/server/serving/serving';

export const { GET, POST, PUT, PATCH, DELETE } = routeHandlers(
  serve(
    readSlotPrompt,
    ({ actor, params, query, request }) =>
      readPlainPrompt(actor, { ...params, ...query, request }, serving()),
    (request) => admitReader(request, serving()),
  ),
);

/** Pages that a browser key names may ask from their own origin. */
export const OPTIONS = (request: Request) => responseOf(preflight(request, 'GET, HEAD, OPTIONS'));
