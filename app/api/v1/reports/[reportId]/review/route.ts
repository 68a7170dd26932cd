import { readReview } from '@/lib/contracts/reviews';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as reading from '@/server/services/reviews/read-review';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readReview, ({ actor, params }) => reading.readReview(actor, params)),
);
