import { readIterationScan } from '@/lib/contracts/run-reading';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-snapshot';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readIterationScan, ({ actor, params }) => reading.readIterationScan(actor, params)),
);
