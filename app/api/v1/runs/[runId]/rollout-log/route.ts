import { exportRolloutLog } from '@/lib/contracts/costs';
import { downloadOf } from '@/server/http/download';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as exporting from '@/server/services/costs/rollout-log';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(exportRolloutLog, async ({ actor, params, query }) => {
    const file = await exporting.exportRolloutLog(actor, { ...params, ...query });
    return downloadOf(file, file.contentType);
  }),
);
