import { archiveExperiment } from '@/lib/contracts/experiments';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as changing from '@/server/services/experiments/change-experiments';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(archiveExperiment, ({ actor, params }) => changing.archiveExperiment(actor, params)),
);
