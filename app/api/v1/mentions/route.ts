import { listMentions } from '@/lib/contracts/mentions';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/reviews/inbox';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listMentions, ({ actor, query }) => reading.listMentions(actor, query)),
);
