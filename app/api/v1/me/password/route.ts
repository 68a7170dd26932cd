import { changePassword } from '@/lib/contracts/people';
import { routeHandlers } from '@/server/http/route-handlers';
import { serve } from '@/server/http/serve';
import * as passwords from '@/server/services/people/passwords';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  serve(changePassword, async ({ actor, body }) => {
    await passwords.changePassword(actor, body);
    return { changed: true as const };
  }),
);
