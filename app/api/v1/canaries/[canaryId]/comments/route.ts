import { createCanaryComment, listCanaryComments } from '@/lib/contracts/approvals';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as commenting from '@/server/services/approvals/comments';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listCanaryComments, ({ actor, params, query }) =>
    commenting.listCanaryComments(actor, { ...params, ...query }),
  ),
  serve(createCanaryComment, ({ actor, params, body }) =>
    commenting.createCanaryComment(actor, { ...params, ...body }),
  ),
);
