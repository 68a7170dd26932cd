import { streamEvents } from '@/lib/contracts/run-reading';
import { entryStream, resumeAfter } from '@/server/http/event-stream';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-ledger';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(streamEvents, ({ actor, params, query, request, signal: caller }) =>
    entryStream(caller, (signal) =>
      reading.streamRun(actor, { ...params, after: resumeAfter(request, query.after), signal }),
    ),
  ),
);
