import { deleteSavedView, updateSavedView } from '@/lib/contracts/saved-views';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as views from '@/server/services/lists/saved-views';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(updateSavedView, ({ actor, params, body }) => views.updateSavedView(actor, { ...params, ...body })),
  serve(deleteSavedView, ({ actor, params }) => views.deleteSavedView(actor, params)),
);
