import { setReviewers } from '@/lib/contracts/reviews';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as stepping from '@/server/services/reviews/take-review-step';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(setReviewers, ({ actor, params, body }) => stepping.setReviewers(actor, { ...params, ...body })),
);
