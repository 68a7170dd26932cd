import { importRun, listImportedRuns } from '@/lib/contracts/imported-runs';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as importing from '@/server/services/imported-runs/import-run';
import * as reading from '@/server/services/imported-runs/read-imported-runs';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listImportedRuns, ({ actor, query }) => reading.listImportedRuns(actor, query)),
  serve(importRun, ({ actor, body }) => importing.importRun(actor, body)),
);
