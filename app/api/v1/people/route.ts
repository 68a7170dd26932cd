import { invitePerson, listPeople } from '@/lib/contracts/people';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as people from '@/server/services/people/manage-people';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(listPeople, async ({ actor }) => ({ items: await people.listPeople(actor) })),
  serve(invitePerson, ({ actor, body }) => people.invitePerson(actor, body)),
);
