import { deleteComment, editComment } from '@/lib/contracts/report-comments';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as commenting from '@/server/services/reviews/comments';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(editComment, ({ actor, params, body }) => commenting.editComment(actor, { ...params, ...body })),
  serve(deleteComment, ({ actor, params }) => commenting.deleteComment(actor, params)),
);
