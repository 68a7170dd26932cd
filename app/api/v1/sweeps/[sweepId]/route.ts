import { readSweep } from '@/lib/contracts/sweeps';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/sweeps/read-sweep';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readSweep, ({ actor, params }) => reading.readSweep(actor, params)),
);
