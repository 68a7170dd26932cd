import { exportSweep } from '@/lib/contracts/sweeps';
import { downloadOf } from '@/server/http/download';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as exporting from '@/server/services/sweeps/export-sweep';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(exportSweep, async ({ actor, params, query }) => {
    const file = await exporting.exportSweep(actor, { ...params, ...query });
    return downloadOf(file, file.contentType);
  }),
);
