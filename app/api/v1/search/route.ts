import { searchTexts } from '@/lib/contracts/search';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as searching from '@/server/services/search/search-texts';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(searchTexts, ({ actor, query }) => searching.searchTexts(actor, query)),
);
