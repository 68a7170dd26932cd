import { readMe } from '@/lib/contracts/people';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readMe, ({ actor: { name, role, via, workspaceId } }) => ({ name, role, via, workspaceId })),
);
