import { listEntries } from '@/lib/contracts/run-reading';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-ledger';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listEntries, ({ actor, params, query }) => reading.listEntries(actor, { ...query, ...params })),
);
