import { checkConfiguration } from '@/lib/contracts/configuration-files';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as files from '@/server/services/experiments/configuration-files';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(checkConfiguration, ({ actor, body }) => files.checkConfiguration(actor, body)),
);
