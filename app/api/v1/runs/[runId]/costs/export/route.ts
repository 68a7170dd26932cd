import { exportCosts } from '@/lib/contracts/costs';
import { downloadOf } from '@/server/http/download';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as exporting from '@/server/services/costs/export-costs';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(exportCosts, async ({ actor, params, query }) =>
    downloadOf(await exporting.exportCosts(actor, { ...params, ...query }), 'text/csv; charset=utf-8'),
  ),
);
