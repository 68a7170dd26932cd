import { getTask } from '@/lib/contracts/tasks';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as tasks from '@/server/services/datasets/manage-tasks';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(getTask, ({ actor, params }) => tasks.getTask(actor, params)),
);
