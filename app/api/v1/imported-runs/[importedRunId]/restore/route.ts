import { restoreImportedRun } from '@/lib/contracts/imported-runs';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/imported-runs/read-imported-runs';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(restoreImportedRun, ({ actor, params }) => reading.restoreImportedRun(actor, params)),
);
