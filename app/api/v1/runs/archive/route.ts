import { archiveRuns } from '@/lib/contracts/tags';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as archiving from '@/server/services/lists/archive-runs';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(archiveRuns, ({ actor, body }) => archiving.archiveRuns(actor, body)),
);
