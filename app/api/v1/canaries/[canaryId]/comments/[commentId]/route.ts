import { deleteCanaryComment } from '@/lib/contracts/approvals';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as commenting from '@/server/services/approvals/comments';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(deleteCanaryComment, ({ actor, params }) => commenting.deleteCanaryComment(actor, params)),
);
