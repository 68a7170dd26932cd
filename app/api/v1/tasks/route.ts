import { createTask, listTasks } from '@/lib/contracts/tasks';
import { checkAddress } from '@/server/http/model-access';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as tasks from '@/server/services/datasets/manage-tasks';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listTasks, ({ actor, query }) => tasks.listTasks(actor, query)),
  serve(createTask, ({ actor, body }) => tasks.createTask(actor, body, checkAddress)),
);
