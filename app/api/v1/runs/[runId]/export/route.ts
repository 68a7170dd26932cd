import { exportRun } from '@/lib/contracts/run-reading';
import { downloadOf } from '@/server/http/download';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-ledger';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(exportRun, async ({ actor, params }) =>
    downloadOf(await reading.exportRun(actor, params), 'application/jsonl; charset=utf-8'),
  ),
);
