import { saveModel } from '@/lib/contracts/providers';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as saving from '@/server/services/providers/save-model';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(saveModel, ({ actor, params, body }) => saving.saveModel(actor, { ...params, model: body })),
);
