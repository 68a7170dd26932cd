import { listCommands } from '@/lib/contracts/commands';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as workers from '@/server/services/workers/list-commands';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listCommands, ({ actor }) => workers.listCommands(actor)),
);
