import { createSavedView, listSavedViews } from '@/lib/contracts/saved-views';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as views from '@/server/services/lists/saved-views';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listSavedViews, ({ actor, query }) => views.listSavedViews(actor, query)),
  serve(createSavedView, ({ actor, body }) => views.createSavedView(actor, body)),
);
