import { listSplits, registerSplit } from '@/lib/contracts/splits';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as splits from '@/server/services/datasets/register-split';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listSplits, async ({ actor, params }) => ({ items: await splits.listSplits(actor, params) })),
  serve(registerSplit, ({ actor, params, body }) => splits.registerSplit(actor, { ...body, ...params })),
);
