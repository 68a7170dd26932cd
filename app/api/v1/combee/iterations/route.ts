import { reduceIteration } from '@/lib/contracts/iterations';
import { answerIteration } from '@/server/http/iteration-door';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(reduceIteration, answerIteration),
);
