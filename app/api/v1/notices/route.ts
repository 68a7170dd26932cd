import { listNotices } from '@/lib/contracts/notices';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as noticing from '@/server/services/notices/read-notices';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listNotices, ({ actor, query }) => noticing.listNotices(actor, query)),
);
