import { deleteSplit, getSplit } from '@/lib/contracts/splits';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as splits from '@/server/services/datasets/register-split';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(getSplit, ({ actor, params }) => splits.getSplit(actor, params)),
  serve(deleteSplit, ({ actor, params }) => splits.deleteSplit(actor, params)),
);
