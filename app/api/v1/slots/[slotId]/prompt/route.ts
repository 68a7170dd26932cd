import { readSlotPrompt } from '@/lib/contracts/slot-prompts';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import { admitReader, readPlainPrompt } from '@/server/serving/plain-prompt';
import { serving } from '@/server/serving/serving';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(
    readSlotPrompt,
    ({ actor, params, query, request }) =>
      readPlainPrompt(
        actor,
        { ...params, ...query, ifNoneMatch: request.headers.get('if-none-match') },
        serving(),
      ),
    (request) => admitReader(request, serving()),
  ),
);
