import { previewImport } from '@/lib/contracts/datasets';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as importing from '@/server/services/datasets/import-dataset';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(previewImport, ({ actor, body }) => importing.previewImport(actor, body)),
);
