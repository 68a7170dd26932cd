import { launchSweep, listSweeps } from '@/lib/contracts/sweeps';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as launching from '@/server/services/sweeps/launch-sweep';
import * as listing from '@/server/services/sweeps/list-sweeps';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listSweeps, ({ actor, query }) => listing.listSweeps(actor, query)),
  serve(launchSweep, ({ actor, body }) => launching.launchSweep(actor, body)),
);
