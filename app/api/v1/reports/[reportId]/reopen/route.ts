import { reopenReview } from '@/lib/contracts/reviews';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as stepping from '@/server/services/reviews/take-review-step';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(reopenReview, ({ actor, params, body }) => stepping.reopenReview(actor, { ...params, ...body })),
);
