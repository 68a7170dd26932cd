import { tagRuns } from '@/lib/contracts/tags';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as tagging from '@/server/services/lists/tag-records';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(tagRuns, ({ actor, body }) => tagging.tagRuns(actor, body)),
);
