import { resolveComment } from '@/lib/contracts/report-comments';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as commenting from '@/server/services/reviews/comments';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(resolveComment, ({ actor, params, body }) =>
    commenting.resolveComment(actor, { ...params, ...body }),
  ),
);
