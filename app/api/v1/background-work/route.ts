import { readBackgroundWork } from '@/lib/contracts/jobs';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as work from '@/server/services/jobs/read-background-work';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(readBackgroundWork, ({ actor }) => work.readBackgroundWork(actor)),
);
