import { updatePerson } from '@/lib/contracts/people';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as people from '@/server/services/people/manage-people';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(updatePerson, ({ actor, params, body }) =>
    people.updatePerson(actor, { personId: params.personId, change: body }),
  ),
);
