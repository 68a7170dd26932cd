import { removeModel } from '@/lib/contracts/providers';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as saving from '@/server/services/providers/save-model';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(removeModel, ({ actor, params }) => saving.removeModel(actor, params)),
);
