import { createComment, listComments } from '@/lib/contracts/report-comments';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as commenting from '@/server/services/reviews/comments';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listComments, ({ actor, params, query }) => commenting.listComments(actor, { ...params, ...query })),
  serve(createComment, ({ actor, params, body }) => commenting.createComment(actor, { ...params, ...body })),
);
