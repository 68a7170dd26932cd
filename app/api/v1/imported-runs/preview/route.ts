import { previewImportedRun } from '@/lib/contracts/imported-runs';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as importing from '@/server/services/imported-runs/import-run';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(previewImportedRun, ({ actor, body }) => importing.previewImportedRun(actor, body)),
);
