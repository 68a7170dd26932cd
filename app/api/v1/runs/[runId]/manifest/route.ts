import { readManifest } from '@/lib/contracts/replay';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/runs/read-manifest';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readManifest, ({ actor, params }) => reading.readManifest(actor, params)),
);
