import { listJobs } from '@/lib/contracts/jobs';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as jobs from '@/server/services/jobs/list-jobs';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listJobs, ({ actor, query }) => jobs.listJobs(actor, query)),
);
