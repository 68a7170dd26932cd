import { archiveExperiments } from '@/lib/contracts/tags';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as archiving from '@/server/services/lists/archive-experiments';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(archiveExperiments, ({ actor, body }) => archiving.archiveExperiments(actor, body)),
);
