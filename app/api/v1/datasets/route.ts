import { importDataset, listDatasets } from '@/lib/contracts/datasets';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as importing from '@/server/services/datasets/import-dataset';
import * as reading from '@/server/services/datasets/read-datasets';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listDatasets, ({ actor, query }) => reading.listDatasets(actor, query)),
  serve(importDataset, ({ actor, body }) => importing.importDataset(actor, body)),
);
