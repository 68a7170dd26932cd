import { readRunTotals } from '@/lib/contracts/run-totals';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-totals';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readRunTotals, ({ actor }) => reading.readRunTotals(actor)),
);
