import { launchRunGroup, listRunGroups } from '@/lib/contracts/run-groups';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as launching from '@/server/services/run-groups/launch-group';
import * as reading from '@/server/services/run-groups/read-group';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listRunGroups, ({ actor, query }) => reading.listGroups(actor, query)),
  serve(launchRunGroup, ({ actor, body }) => launching.launchGroup(actor, body)),
);
