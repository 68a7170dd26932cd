import { readRunGroup } from '@/lib/contracts/run-groups';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/run-groups/read-group';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readRunGroup, ({ actor, params }) => reading.readGroup(actor, params)),
);
