import { listImports } from '@/lib/contracts/dataset-imports';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as imports from '@/server/services/datasets/large-imports';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listImports, ({ actor, query }) => imports.listImports(actor, query)),
);
