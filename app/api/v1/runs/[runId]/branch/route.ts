import { branchRun } from '@/lib/contracts/branching';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as branching from '@/server/services/runs/branch-run';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(branchRun, ({ actor, params, body }) => branching.branchRun(actor, { ...body, ...params })),
);
