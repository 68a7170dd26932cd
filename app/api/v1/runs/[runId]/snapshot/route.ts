import { readRunSnapshot } from '@/lib/contracts/run-reading';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-snapshot';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readRunSnapshot, ({ actor, params }) => reading.readRunSnapshot(actor, params)),
);
