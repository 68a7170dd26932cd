import { importDataset, listDatasets } from '@/lib/contracts/datasets';
import { readUpload } from '@/server/http/read-upload';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/datasets/read-datasets';
import { takeUpload } from '@/server/services/datasets/take-upload';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listDatasets, ({ actor, query }) => reading.listDatasets(actor, query)),
  serve(importDataset, async ({ actor, request }) => {
    const taken = await takeUpload(actor, readUpload(request));
    if (taken.kind === 'imported') return taken.dataset;
    const location = `/api/v1/imports/${taken.import.id}`;
    return Response.json(taken.import, { status: 202, headers: { location, 'cache-control': 'no-store' } });
  }),
);
