import { exportConfiguration } from '@/lib/contracts/configuration-files';
import { downloadOf } from '@/server/http/download';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as files from '@/server/services/experiments/configuration-files';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(exportConfiguration, async ({ actor, params, query }) => {
    const file = await files.exportConfiguration(actor, { ...params, ...query });
    return downloadOf(file, file.contentType);
  }),
);
